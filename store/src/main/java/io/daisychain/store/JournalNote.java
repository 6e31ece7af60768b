package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the meta table says of the journal of a watch: it is there while sources may have been told
 * of messages whose rows are not in the store.
 *
 * @param session of the stream that is recorded, of which a recording has one
 * @param at host, port of the stream and port of what copies answer, a colon between
 * @param copies names of all that have recorded whatever was told; a name begins with an id and a
 *     blank, and says where it is
 */
public record JournalNote(int session, String at, List<String> copies) {
  private static final String ROW = "journal";
  private static final String NOTE = "note";
  private static final String STORED = "stored";

  public JournalNote {
    copies = List.copyOf(copies);
  }

  /** The note of the journal that is in use; empty where all that was told is in the store. */
  public static Optional<JournalNote> read(MetaTable meta) throws IOException {
    Optional<byte[]> found = meta.read(ROW, NOTE);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(meta.parsed(ROW, NOTE, found.get(), JournalNote::parse));
  }

  private static JournalNote parse(byte[] value) {
    List<String> lines = new ArrayList<>(new String(value, UTF_8).lines().toList());
    return new JournalNote(
        Integer.parseInt(lines.get(0)), lines.get(1), lines.subList(2, lines.size()));
  }

  /** Position of the stream up to which all is in the store. */
  public long stored(MetaTable meta) throws IOException {
    String[] words = meta.readTexts(ROW).getOrDefault(STORED, "0 0").split(" ", -1);
    return Integer.parseInt(words[0]) == session ? Long.parseLong(words[1]) : 0;
  }

  /** Notes up to where a stream is in the store. */
  public static void writeStored(MetaTable meta, int session, long position) throws IOException {
    meta.writeTexts(Map.of(ROW, Map.of(STORED, session + " " + position)));
  }

  /**
   * Takes the place of the note before.
   *
   * @throws IOException where that is not there any more: another watch has taken over
   */
  public void replace(MetaTable meta, Optional<JournalNote> before) throws IOException {
    if (!meta.writeIfStill(ROW, NOTE, before.map(JournalNote::bytes), bytes())) {
      throw new IOException("another watch has begun a journal meanwhile");
    }
  }

  /** Notes that all is in the store. */
  public static void delete(MetaTable meta) throws IOException {
    meta.deleteRow(ROW);
  }

  private byte[] bytes() {
    return (session + "\n" + at + "\n" + String.join("\n", copies)).getBytes(UTF_8);
  }

  /**
   * Fails where messages that sources were told of are in a journal alone.
   *
   * @throws IOException that says where it is, and what to do
   */
  public static void requireNone(MetaTable meta) throws IOException {
    Optional<JournalNote> note = read(meta);
    if (note.isPresent()) {
      throw new IOException(
          "messages that a watch has told its sources of are in its journal alone, "
              + note.get().places()
              + ": start it there once more with --durable=journal, which stores them");
    }
  }

  /** True where a copy of this id has all that was told, wherever it lies now. */
  public boolean has(String id) {
    return copies.stream().anyMatch(name -> name.startsWith(id + " "));
  }

  /** Where its copies are. */
  public String places() {
    return String.join(
        " and ", copies.stream().map(name -> name.substring(name.indexOf(' ') + 1)).toList());
  }
}
