package io.daisychain.ingest.repair;

import io.daisychain.beam.WritableFiles;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.validate.MessageChecker;
import io.daisychain.fix.validate.ValidationResult;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes a submission of a draft whose open values are filled in: it sets lengths and sums.
 *
 * <p>Where a message was to be deleted and reported anew, and what was filled in leaves it the same
 * event, it becomes a correction: nothing but that brings a deleted event back.
 */
public final class RepairSeal {
  private static final int MOST_NAMED = 20;

  private final Path file;
  private final Consumer<String> notes;

  /**
   * What is in a submission.
   *
   * @param messages in it
   * @param openLines lines with a value that is not filled in; where there are any, the file stays
   *     as it is
   */
  public record Counts(long messages, long openLines) {}

  private RepairSeal(Path file, Consumer<String> notes) {
    this.file = file;
    this.notes = notes;
  }

  /**
   * Seals a draft in its place, whole or not at all; sealed again it stays the same.
   *
   * @param notes takes the lines that have open values, and faults that ingest would find
   * @throws IOException naming the line that is no message
   */
  public static Counts seal(Path file, Consumer<String> notes) throws IOException {
    return new RepairSeal(file, notes).seal();
  }

  private Counts seal() throws IOException {
    long open = tellOpen();
    long messages = 0;
    if (open == 0) {
      messages = WritableFiles.whole(file.toRealPath(), this::write);
    }
    return new Counts(messages, open);
  }

  private long tellOpen() throws IOException {
    long open = 0;
    List<String> told = new ArrayList<>();
    try (DraftLines lines = DraftLines.open(file)) {
      while (lines.next()) {
        MessageDraft message = lines.message();
        if (message.find(FixTag.BEGIN_STRING) != 0) {
          throw new IOException(file + ":" + lines.number() + ": it is no message");
        }
        Set<Integer> tags = message.open();
        if (!tags.isEmpty()) {
          open++;
          if (told.size() < MOST_NAMED) {
            told.add(
                file
                    + ":"
                    + lines.number()
                    + ": "
                    + tags.stream().map(tag -> tag + "=?").collect(Collectors.joining(", ")));
          }
        }
      }
    }
    told.forEach(notes);
    if (open > told.size()) {
      notes.accept("... and " + (open - told.size()) + " more lines");
    }
    return open;
  }

  private long write(Path unfinished) throws IOException {
    long messages = 0;
    try (DraftLines lines = DraftLines.open(file);
        OutputStream out =
            new BufferedOutputStream(
                Files.newOutputStream(unfinished, StandardOpenOption.CREATE_NEW))) {
      MessageDraft deleted = null;
      while (lines.next()) {
        MessageDraft message = lines.message();
        if (deleted != null) {
          if (message.find(FixTag.ACTION) < 0 && RepairTags.isSameEvent(deleted, message)) {
            message.put(FixTag.ACTION, "C");
            message.put(FixTag.SENDING_TIME, deleted.valueOf(FixTag.SENDING_TIME));
          } else {
            messages += write(deleted, out);
          }
          deleted = null;
        }
        if (message.valueOf(FixTag.ACTION).equals("D")) {
          deleted = message;
        } else {
          messages += write(message, out);
          tellFaults(message, lines.number());
        }
      }
      if (deleted != null) {
        messages += write(deleted, out);
      }
    }
    return messages;
  }

  private static long write(MessageDraft message, OutputStream out) throws IOException {
    message.seal();
    out.write(message.toBytes());
    out.write('\n');
    return 1;
  }

  private void tellFaults(MessageDraft message, long number) {
    byte[] bytes = message.toBytes();
    FixMessage indexed = new FixMessage();
    indexed.index(bytes, 0, bytes.length);
    ValidationResult errors = new ValidationResult();
    new MessageChecker().check(indexed, FixVersion.of(indexed, FixVersion.FIX50SP2), errors);
    if (errors.count() > 0) {
      notes.accept(file + ":" + number + ": ingest will find: " + errors.text(0, indexed));
    }
  }
}
