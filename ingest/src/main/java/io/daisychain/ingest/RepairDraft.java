package io.daisychain.ingest;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.WritableFiles;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.MessageFinder;
import io.daisychain.model.EventReader;
import io.daisychain.reporting.FeedbackEntry;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;

/**
 * Makes of feedback, and of the files that it is about, the draft of a submission that mends the
 * messages: see {@link MessageRepair}. {@link RepairSeal} makes a submission of it once all open
 * values are filled in.
 */
public final class RepairDraft {
  /** Begin the names of sources that are no files. */
  private static final List<String> LIVE = List.of("fix:", "pubsub:");

  private final InputNames names;
  private final MessageRepair repair;
  private final Consumer<String> notes;
  private final MessageFinder finder = new MessageFinder();
  private final FixMessage message = new FixMessage();
  private Counts counts = new Counts(0, 0, 0, 0, 0, 0, 0);

  /**
   * What became of feedback.
   *
   * @param faults lines of feedback
   * @param messages that they are about
   * @param corrections written
   * @param deletions written, each followed by the message as new
   * @param asNew messages written as new
   * @param toFillIn open values
   * @param left messages and lines of feedback of which nothing was written
   */
  public record Counts(
      long faults,
      long messages,
      long corrections,
      long deletions,
      long asNew,
      long toFillIn,
      long left) {}

  private RepairDraft(InputNames names, MessageRepair repair, Consumer<String> notes) {
    this.names = names;
    this.repair = repair;
    this.notes = notes;
  }

  /**
   * Writes a draft.
   *
   * @param feedback lines of one reporter, of ingest and of link
   * @param input pattern of the files that the feedback is about
   * @param output takes the draft, whole or not at all
   * @param rules by which the messages were ingested
   * @param sendingTime 52 of all messages; null for that of corrections to be now, and all else to
   *     stay
   * @param notes takes what a person should know, a line each
   * @throws IllegalArgumentException naming the line of feedback whose file is not among the input
   * @throws IOException naming file and line where the input is not what the feedback is about
   */
  public static Counts write(
      List<FeedbackEntry> feedback,
      String input,
      Path output,
      EventReader.Rules rules,
      String sendingTime,
      Consumer<String> notes)
      throws IOException {
    if (sendingTime != null && SendingTimes.nanos(sendingTime) == FixValue.INVALID) {
      throw new IllegalArgumentException(
          "'" + sendingTime + "' is no time of UTC such as 20260317-13:30:00");
    }
    String time = sendingTime == null ? SendingTimes.of(Instant.now()) : sendingTime;
    MessageRepair repair = new MessageRepair(rules, time, sendingTime != null);
    return new RepairDraft(InputNames.of(input), repair, notes).write(feedback, input, output);
  }

  /**
   * Tries to write where a draft is to be.
   *
   * @throws ForeignFileException if there is anything but a draft that was not sealed
   */
  public static void check(Path output) throws IOException {
    WritableFiles.tryFile(output);
    if (Files.exists(output) && Files.size(output) > 0 && !isDraft(output)) {
      throw new ForeignFileException(output, "a draft of 'repair'");
    }
  }

  private static boolean isDraft(Path file) throws IOException {
    try (DraftLines lines = DraftLines.open(file)) {
      while (lines.next()) {
        if (!lines.message().isUnsealed()) {
          return false;
        }
      }
      return true;
    }
  }

  private Counts write(List<FeedbackEntry> feedback, String input, Path output) throws IOException {
    Map<String, NavigableMap<Long, Place>> wanted = places(feedback);
    Map<String, String> files = files(wanted, input);
    Path target = output.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path unfinished = target.resolveSibling(".daisychain-" + UUID.randomUUID());
    try {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(unfinished, StandardOpenOption.CREATE_NEW))) {
        for (Map.Entry<String, NavigableMap<Long, Place>> file : wanted.entrySet()) {
          mendFile(file.getKey(), files.get(file.getKey()), file.getValue(), out);
        }
      }
      Files.move(
          unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
    return counts;
  }

  /** Faults at one line of a file, by the message that they are about. */
  private static final class Place {
    final Map<String, List<FeedbackEntry>> byMessage = new LinkedHashMap<>();

    void add(FeedbackEntry fault) {
      String message =
          fault.offset() >= 0
              ? "at " + fault.offset()
              : fault.eventType() + " " + fault.reporter() + " " + fault.eventId();
      byMessage.computeIfAbsent(message, none -> new ArrayList<>()).add(fault);
    }

    FeedbackEntry first() {
      return byMessage.values().iterator().next().get(0);
    }
  }

  private Map<String, NavigableMap<Long, Place>> places(List<FeedbackEntry> feedback) {
    Map<String, NavigableMap<Long, Place>> wanted = new LinkedHashMap<>();
    Map<String, Long> without = new TreeMap<>();
    for (FeedbackEntry fault : feedback) {
      add(1, 0, 0, 0, 0, 0, 0);
      if (LIVE.stream().anyMatch(fault.file()::startsWith)) {
        without.merge("came live and stands in no file: send it again", 1L, Long::sum);
      } else if (fault.hasPlace()) {
        wanted
            .computeIfAbsent(fault.file(), none -> new TreeMap<>())
            .computeIfAbsent(fault.line(), none -> new Place())
            .add(fault);
      } else if (fault.isNamed()) {
        without.merge(
            "is about another firm's message, which names this one: there is no message to mend",
            1L,
            Long::sum);
      } else {
        without.merge("is about no message with a known place", 1L, Long::sum);
      }
    }
    without.forEach(
        (why, count) -> {
          add(0, 0, 0, 0, 0, 0, count);
          notes.accept(
              count + (count == 1 ? " line of feedback " : " lines of feedback: each ") + why);
        });
    return wanted;
  }

  /** By its name in feedback, the file. */
  private Map<String, String> files(Map<String, NavigableMap<Long, Place>> wanted, String input)
      throws IOException {
    List<String> there = new ArrayList<>();
    try {
      for (MatchResult.Metadata file :
          FileSystems.match(input, EmptyMatchTreatment.ALLOW).metadata()) {
        there.add(file.resourceId().toString());
      }
    } catch (FileNotFoundException | NoSuchFileException e) {
      there.clear();
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (Map.Entry<String, NavigableMap<Long, Place>> file : wanted.entrySet()) {
      String name = file.getKey();
      List<String> found =
          there.stream()
              .filter(path -> FeedbackEntry.shown(names.shown(path)).equals(name))
              .toList();
      if (found.isEmpty()) {
        found =
            there.stream().filter(path -> FeedbackEntry.shown(path).endsWith("/" + name)).toList();
      }
      if (found.size() != 1) {
        String which = found.isEmpty() ? "no file is " : "several files are ";
        String place = file.getValue().firstEntry().getValue().first().place();
        throw new IllegalArgumentException(place + ": " + which + name + " among the input");
      }
      files.put(name, found.get(0));
    }
    return files;
  }

  private void mendFile(
      String name, String path, NavigableMap<Long, Place> wanted, OutputStream out)
      throws IOException {
    try (InputFile file = InputFile.open(path)) {
      LineReader lines = new LineReader(file, 0);
      Map.Entry<Long, Place> next = wanted.firstEntry();
      while (next != null && lines.next()) {
        while (next != null && next.getKey() < lines.lines()) {
          requireAllMended(name, next.getValue());
          next = wanted.higherEntry(next.getKey());
        }
        if (next != null && next.getKey() == lines.lines()) {
          mendLine(name, lines, next.getValue(), out);
        }
      }
      while (next != null) {
        requireAllMended(name, next.getValue());
        next = wanted.higherEntry(next.getKey());
      }
    }
  }

  private static void requireAllMended(String name, Place place) throws IOException {
    if (place.byMessage.isEmpty()) {
      return;
    }
    FeedbackEntry fault = place.first();
    String what =
        (fault.eventType().isEmpty() ? "message" : fault.eventType())
            + (fault.eventId().isEmpty() ? "" : " " + fault.eventId())
            + (fault.reporter().isEmpty() ? "" : " of " + fault.reporter());
    throw new IOException(
        name
            + ":"
            + fault.line()
            + ": there is no "
            + what
            + (fault.offset() >= 0 ? " at byte " + fault.offset() : "")
            + ", as "
            + fault.place()
            + " has it: the file is not the one that was handed in");
  }

  /** Mends what is wanted of a line, or of a piece of one. */
  private void mendLine(String name, LineReader line, Place place, OutputStream out)
      throws IOException {
    String where = name + ":" + line.lines();
    if (line.isOversized()) {
      if (place.byMessage.remove("at " + line.fileOffset(line.from())) != null) {
        leave(where, List.of("it is longer than any message may be"));
      }
      return;
    }
    finder.line(line.buffer(), line.from(), line.to());
    for (MessageFinder.Found found = finder.next(message);
        found != MessageFinder.Found.END;
        found = finder.next(message)) {
      List<FeedbackEntry> faults = take(place, line.fileOffset(finder.from()), found);
      if (faults.isEmpty()) {
        continue;
      }
      add(0, 1, 0, 0, 0, 0, 0);
      MessageRepair.Mended mended =
          found == MessageFinder.Found.MESSAGE
              ? repair.mend(message, faults)
              : repair.mendUnframed(line.buffer(), finder.from(), finder.to(), faults);
      if (mended.messages().isEmpty()) {
        leave(where, mended.notes());
        continue;
      }
      mended.notes().forEach(note -> notes.accept(where + ": " + note));
      for (MessageDraft draft : mended.messages()) {
        write(draft, out);
      }
    }
  }

  /** What feedback says about the message that was found, whose place must hold it still. */
  private List<FeedbackEntry> take(Place place, long offset, MessageFinder.Found found) {
    List<FeedbackEntry> faults = new ArrayList<>();
    for (Map.Entry<String, List<FeedbackEntry>> entry : List.copyOf(place.byMessage.entrySet())) {
      FeedbackEntry first = entry.getValue().get(0);
      boolean isHere = first.offset() < 0 || first.offset() == offset;
      boolean isSame =
          found == MessageFinder.Found.MESSAGE
              ? isAbout(first)
              : found == MessageFinder.Found.UNFRAMED
                  && first.offset() >= 0
                  && first.reporter().isEmpty();
      if (isHere && isSame) {
        faults.addAll(place.byMessage.remove(entry.getKey()));
      }
    }
    return faults;
  }

  /** True when the reporter and the id that feedback names are in the message. */
  private boolean isAbout(FeedbackEntry fault) {
    return isValue(fault.reporter(), FixTag.SENDER_COMP_ID, FixTag.TARGET_COMP_ID)
        && isValue(fault.eventId(), FixTag.CL_ORD_ID, FixTag.EXEC_ID);
  }

  private boolean isValue(String told, int tag, int otherTag) {
    return told.equals(value(tag)) || told.equals(value(otherTag));
  }

  private String value(int tag) {
    MessageDraft fields = MessageDraft.of(message);
    return FeedbackEntry.shown(fields.valueOf(tag));
  }

  private void write(MessageDraft draft, OutputStream out) throws IOException {
    String action = draft.valueOf(FixTag.ACTION);
    boolean corrects = action.equals("C");
    boolean deletes = action.equals("D");
    long open = 0;
    for (int i = 0; i < draft.size(); i++) {
      open += draft.isOpen(i) ? 1 : 0;
    }
    add(0, 0, corrects ? 1 : 0, deletes ? 1 : 0, corrects || deletes ? 0 : 1, open, 0);
    out.write(draft.toBytes());
    out.write('\n');
  }

  private void leave(String where, List<String> why) {
    add(0, 0, 0, 0, 0, 0, 1);
    notes.accept(where + ": left out: " + String.join("; ", why));
  }

  private void add(
      long faults,
      long messages,
      long corrections,
      long deletions,
      long asNew,
      long toFillIn,
      long left) {
    counts =
        new Counts(
            counts.faults + faults,
            counts.messages + messages,
            counts.corrections + corrections,
            counts.deletions + deletions,
            counts.asNew + asNew,
            counts.toFillIn + toFillIn,
            counts.left + left);
  }
}
