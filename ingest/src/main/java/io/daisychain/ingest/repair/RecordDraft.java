package io.daisychain.ingest.repair;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordTree;
import io.daisychain.ingest.CatFileName;
import io.daisychain.ingest.RecordScan;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.RecordErrors;
import io.daisychain.reporting.RecordErrors.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Makes of feedback about records of CAT, and of the files that it is about, records that mend what
 * is wrong: lines of JSON with RPR, COR, DEL or NEW, {@code ?} in place of what only the reporter
 * can know. docs/cat.md says what is made of which code.
 */
public final class RecordDraft {
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private final EventReader.Rules rules;
  private final CatSchemas.Versions versions;
  private final CatFileName target;
  private final Consumer<String> notes;
  private final HandedIn files;
  private final List<FaultyRecord> records = new ArrayList<>();
  private final RecordMend mend;
  private long left;

  private RecordDraft(
      String input,
      EventReader.Rules rules,
      CatSchemas.Versions versions,
      CatFileName target,
      Consumer<String> notes)
      throws IOException {
    this.rules = rules;
    this.versions = versions;
    this.target = target;
    this.notes = notes;
    files = new HandedIn(input);
    mend = new RecordMend(target.reporter());
  }

  /**
   * Writes a draft.
   *
   * @param feedback lines of one reporter, of ingest and of link, in whichever form; those about
   *     messages of FIX are told
   * @param input pattern of the files that the feedback is about
   * @param output takes the draft, whole or not at all; its name has to be one of CAT's, since that
   *     says when the records count as sent
   * @param rules by which the records were ingested
   * @param versions by which they were read
   * @param notes takes what a person should know, a line each
   * @throws IllegalArgumentException naming what does not fit: the output's name, or a line of
   *     feedback whose file is not among the input
   * @throws IOException naming file and line where the input is not what the feedback is about
   */
  public static RepairDraft.Counts write(
      List<RecordErrors> feedback,
      String input,
      Path output,
      EventReader.Rules rules,
      CatSchemas.Versions versions,
      Consumer<String> notes)
      throws IOException {
    CatFileName target = CatFileName.of(output.toString());
    if (!isNameOfOne(output)) {
      throw new IllegalArgumentException("--output=" + output + ": " + HandedIn.NEEDS_NAME);
    }
    RecordDraft draft = new RecordDraft(input, rules, versions, target, notes);
    draft.find(feedback);
    new RecordLinks(draft.files.paths(), rules, versions, draft.records).mend();
    return draft.write(output, feedback.stream().mapToLong(line -> line.errors().size()).sum());
  }

  /**
   * Whether a draft of that name has records: it is one of CAT's, which says when they are sent.
   */
  public static boolean isNameOfOne(Path draft) {
    return CatFileName.of(draft.toString()).day() != CatFileName.NO_DAY
        && !DraftTable.isTable(draft);
  }

  /** Errors of records of a file, by line and errorROEID. */
  private static final class Wanted {
    final Map<Long, Map<String, List<RecordErrors>>> byLine = new LinkedHashMap<>();

    void add(RecordErrors line) {
      byLine
          .computeIfAbsent(line.line(), none -> new LinkedHashMap<>())
          .computeIfAbsent(line.errorRoeId(), none -> new ArrayList<>())
          .add(line);
    }
  }

  private void find(List<RecordErrors> feedback) throws IOException {
    Map<String, Wanted> wanted = new LinkedHashMap<>();
    Map<String, Long> others = new TreeMap<>();
    for (RecordErrors line : feedback) {
      if (line.line() == 0) {
        others.merge("is about no record of the reporter's with a known place", 1L, Long::sum);
        continue;
      }
      String path = files.pathOf(line.place(), line.about(), line::isAbout);
      if (wanted.containsKey(path) || HandedIn.isCat(path)) {
        wanted.computeIfAbsent(path, none -> new Wanted()).add(line);
      } else {
        others.merge("is about a message of FIX, whose draft has another name", 1L, Long::sum);
      }
    }
    others.forEach(
        (why, count) -> {
          left += count;
          notes.accept("%d of the lines of feedback: each %s".formatted(count, why));
        });
    for (Map.Entry<String, Wanted> file : wanted.entrySet()) {
      find(file.getKey(), file.getValue());
    }
  }

  private void find(String path, Wanted wanted) throws IOException {
    String name = files.shown(path);
    try (RecordScan scan = RecordScan.open(path, rules, versions)) {
      boolean isLater =
          scan.name().day() == CatFileName.NO_DAY
              || target.sendingTime() > scan.name().sendingTime();
      if (!isLater) {
        throw new IllegalArgumentException(
            "--output: by date and number in its name it counts as sent before " + name);
      }
      while (scan.next()) {
        Map<String, List<RecordErrors>> here = wanted.byLine.get(scan.line());
        List<RecordErrors> lines = here == null ? null : here.remove(scan.id());
        if (lines != null) {
          take(name + ":" + scan.line(), scan, lines);
        }
      }
    }
    for (Map<String, List<RecordErrors>> byId : wanted.byLine.values()) {
      for (List<RecordErrors> lines : byId.values()) {
        throw new IOException(
            "%s:%d: there is no such record, as %s has it: the file is not the one that was handed in"
                .formatted(name, lines.get(0).line(), lines.get(0).place()));
      }
    }
  }

  private void take(String where, RecordScan scan, List<RecordErrors> lines) {
    List<Told> errors = lines.stream().flatMap(line -> line.errors().stream()).distinct().toList();
    FaultyRecord faulty =
        new FaultyRecord(
            where, scan.id(), scan.firm(), RecordTree.of(scan.record()), errors, !scan.isEvent());
    if (!faulty.firm.isEmpty() && !faulty.firm.equals(target.reporter())) {
      throw new IllegalArgumentException(
          where
              + ": it is a record of "
              + faulty.firm
              + ", the output's name is "
              + target.reporter()
              + "'s");
    }
    if (scan.isEvent()) {
      faulty.key = RecordKey.of(scan);
      faulty.symbol = scan.events().event().symbol().toString();
      faulty.eventTime = scan.events().event().eventTime();
    }
    mend.mend(faulty, scan.record());
    records.add(faulty);
  }

  private RepairDraft.Counts write(Path output, long faults) throws IOException {
    List<Map<String, Object>> sent = new ArrayList<>();
    long following = 0;
    for (FaultyRecord record : records) {
      record.left.forEach(why -> notes.accept(record.where + ": left out: " + why));
      if (record.isDeletedFirst) {
        sent.add(record.toDelete());
        sent.add(record.toSend("NEW"));
      } else if (record.isChanged) {
        sent.add(record.toSend(record.action));
      } else if (record.left.isEmpty()) {
        following++;
      } else {
        left++;
      }
    }
    Path whole = output.toAbsolutePath();
    Files.createDirectories(whole.getParent());
    WritableFiles.wholeStream(
        whole,
        out -> {
          for (Map<String, Object> record : sent) {
            out.write(JSON.writeValueAsBytes(record));
            out.write('\n');
          }
          return whole;
        });
    long deletions = with(sent, "DEL");
    long asNew = with(sent, "NEW");
    long open = sent.stream().mapToLong(record -> FaultyRecord.open(record).size()).sum();
    return new RepairDraft.Counts(
        faults,
        records.size(),
        sent.size() - deletions - asNew,
        deletions,
        asNew,
        open,
        following,
        left);
  }

  private static long with(List<Map<String, Object>> sent, String action) {
    return sent.stream().filter(record -> action.equals(record.get("actionType"))).count();
  }
}
