package io.daisychain.ingest.repair;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cat.CatSchemas;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.MessageDraft;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.FeedbackEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Makes of feedback, and of the files that it is about, the draft of a submission that mends what
 * is wrong: of each cause the message ({@link MessageRepair}), of what goes with it nothing ({@link
 * RepairPlan}). {@link RepairSeal} makes a submission of it once all open values are filled in.
 */
public final class RepairDraft {
  /** Begin the names of sources that are no files. */
  private static final List<String> LIVE = List.of("fix:", "pubsub:");

  private final Consumer<String> notes;
  private final List<Drafted> drafts = new ArrayList<>();
  private long left;
  private long following;

  /**
   * What became of feedback.
   *
   * @param faults lines of feedback
   * @param messages that they are about
   * @param corrections written
   * @param deletions written, each followed by the message as new
   * @param asNew messages written as new
   * @param toFillIn open values
   * @param following messages of which nothing was written, since their faults go with others'
   * @param left messages and lines of feedback of which nothing was written
   */
  public record Counts(
      long faults,
      long messages,
      long corrections,
      long deletions,
      long asNew,
      long toFillIn,
      long following,
      long left) {}

  /**
   * A message of a draft.
   *
   * @param where the message stands that it is about
   * @param original that message
   * @param faults what is mended of it
   * @param message what is to be sent
   */
  record Drafted(
      String where, MessageDraft original, List<FeedbackEntry> faults, MessageDraft message) {}

  private RepairDraft(Consumer<String> notes) {
    this.notes = notes;
  }

  /**
   * Writes a draft: messages, or where the file's name ends in {@code .csv}, a table of what is to
   * be filled in ({@link DraftTable}).
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
    RepairDraft draft = new RepairDraft(notes);
    HandedIn files = new HandedIn(input);
    List<FaultyMessage> messages =
        files.find(
            draft.withPlace(feedback),
            (where, why, lines) -> draft.leave(where, List.of(why), lines));
    MessageRepair repair = new MessageRepair(rules, time, sendingTime != null);
    for (RepairPlan.Step step : RepairPlan.of(messages, files, rules, repair, time, notes)) {
      draft.mend(step, repair);
    }
    draft.write(output);
    return draft.counts(feedback.size(), messages.size());
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
    if (DraftTable.isTable(file)) {
      return FilledTable.hasHeader(file);
    }
    if (RecordSeal.isOne(file)) {
      return RecordSeal.seal(file, CatSchemas.Versions.ANNOUNCED, line -> {}).openLines() > 0;
    }
    try (DraftLines lines = DraftLines.open(file)) {
      while (lines.next()) {
        if (!lines.message().isUnsealed()) {
          return false;
        }
      }
      return true;
    }
  }

  /** Lines that say where a message stands; it tells how many others there are, and why. */
  private List<FeedbackEntry> withPlace(List<FeedbackEntry> feedback) {
    List<FeedbackEntry> placed = new ArrayList<>();
    Map<String, Long> without = new TreeMap<>();
    for (FeedbackEntry fault : feedback) {
      if (LIVE.stream().anyMatch(fault.file()::startsWith)) {
        without.merge("came live and stands in no file: send it again", 1L, Long::sum);
      } else if (fault.hasPlace()) {
        placed.add(fault);
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
          left += count;
          notes.accept(
              count + (count == 1 ? " line of feedback " : " lines of feedback: each ") + why);
        });
    return placed;
  }

  private void mend(RepairPlan.Step step, MessageRepair repair) {
    FaultyMessage message = step.message();
    if (step.missing() != null) {
      drafts.add(new Drafted(message.where(), message.original(), List.of(), step.missing()));
      return;
    }
    if (step.faults().isEmpty()) {
      following++;
      return;
    }
    MessageRepair.Mended mended = repair.mend(message, step.faults());
    if (mended.messages().isEmpty()) {
      leave(message.where(), mended.notes(), 1);
      return;
    }
    mended.notes().forEach(note -> notes.accept(message.where() + ": " + note));
    for (MessageDraft draft : mended.messages()) {
      drafts.add(new Drafted(message.where(), message.original(), step.faults(), draft));
    }
  }

  private void write(Path output) throws IOException {
    Path target = output.toAbsolutePath();
    Files.createDirectories(target.getParent());
    WritableFiles.wholeStream(
        target,
        out -> {
          if (DraftTable.isTable(output)) {
            DraftTable.write(drafts, out);
            return target;
          }
          for (Drafted draft : drafts) {
            out.write(draft.message.toBytes());
            out.write('\n');
          }
          return target;
        });
  }

  private Counts counts(long faults, long messages) {
    long open = 0;
    for (Drafted draft : drafts) {
      for (int i = 0; i < draft.message.size(); i++) {
        open += draft.message.isOpen(i) ? 1 : 0;
      }
    }
    long corrections = withAction("C");
    long deletions = withAction("D");
    return new Counts(
        faults,
        messages,
        corrections,
        deletions,
        drafts.size() - corrections - deletions,
        open,
        following,
        left);
  }

  private long withAction(String action) {
    return drafts.stream()
        .filter(draft -> draft.message.valueOf(FixTag.ACTION).equals(action))
        .count();
  }

  private void leave(String where, List<String> why, long count) {
    left += count;
    notes.accept(where + ": left out: " + String.join("; ", why));
  }
}
