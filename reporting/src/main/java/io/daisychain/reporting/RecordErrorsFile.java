package io.daisychain.reporting;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.daisychain.beam.Block;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What CAT would say of a submitted file: JSON objects, one a line and record, in the order of the
 * records, {@code BASENAME.ingestion.json} and {@code BASENAME.linkage.json}.
 *
 * <p>Of records with the same codes a limited number has a line each ({@link FeedbackLimits}); one
 * line at the end has how many {@code more} there are.
 */
final class RecordErrorsFile implements Closeable {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern ENDINGS =
      Pattern.compile("(\\.(json|csv))?(\\.(gz|zst|bz2))?$", Pattern.CASE_INSENSITIVE);
  private static final String FURTHER_KINDS = "";
  private static final int HALF_OF_ID = 16;

  private final String name;
  private final JsonGenerator out;
  private final FeedbackLimits limits;
  private final List<FeedbackLine> record = new ArrayList<>();

  /** By the codes of a record: how many have a line, and how many have none. */
  private final Map<String, long[]> kinds = new HashMap<>();

  private RecordErrorsFile(String directory, String name, FeedbackLimits limits)
      throws IOException {
    this.name = name;
    this.limits = limits;
    out = JSON.createGenerator(WriteFeedback.create(directory, name, "application/jsonl"));
    out.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  /**
   * Begins a file.
   *
   * @param file that it is about, as people know it
   * @param taken names of this stage's files, in capital letters; gains that of this one
   */
  static RecordErrorsFile create(
      String directory, String file, FeedbackStage stage, FeedbackLimits limits, Set<String> taken)
      throws IOException {
    String base = baseName(file);
    String name = FeedbackNames.ofFile(base, stage.records());
    if (!taken.add(FeedbackNames.folded(name))) {
      name = FeedbackNames.markedOfFile(base, file, stage.records());
    }
    return new RecordErrorsFile(directory, name, limits);
  }

  /** True of what CAT has a code for, about a record in a file. */
  static boolean takes(FeedbackLine error) {
    return error.record().isCat() && !error.file().isEmpty() && RecordErrors.isCode(error.reason());
  }

  /** A file's name without folders and without what its ending says of form and compression. */
  static String baseName(String file) {
    return ENDINGS.matcher(file.substring(file.lastIndexOf('/') + 1)).replaceFirst("");
  }

  /** Writes the files of a shard, whose errors need not fit memory. */
  static void writeAll(FeedbackPlan plan, int shard, Iterable<Block> blocks) throws IOException {
    try (Shard files = new Shard(plan, shard)) {
      files.write(shard, blocks);
    }
  }

  /** Files one after the other. */
  private static final class Shard extends ShardFiles {
    private final Set<String> taken = new HashSet<>();
    private RecordErrorsFile open;

    Shard(FeedbackPlan plan, int shard) {
      super(plan, shard);
    }

    @Override
    void beginSorted(FeedbackLine line, PackedWriter out) {
      SortedText.write(out, line.file());
      // A file of CAT is read as a whole, so lines are counted from its beginning.
      out.i64(line.line());
    }

    @Override
    void skipSorted(PackedReader in) {
      SortedText.read(in);
      in.i64();
    }

    @Override
    String sectionOf(FeedbackLine line) {
      return line.file();
    }

    @Override
    List<String> plainNames(String file) {
      return List.of(FeedbackNames.ofFile(baseName(file), plan.stage().records()));
    }

    @Override
    void begin(String file) throws IOException {
      open = create(plan.directory(), file, plan.stage(), plan.limits(), taken);
    }

    @Override
    void add(FeedbackLine error) throws IOException {
      open.add(error);
    }

    @Override
    List<String> end(String file, PackedWriter sums) throws IOException {
      String name = open.name;
      close();
      return plainNames(file).equals(List.of(name)) ? List.of(name) : null;
    }

    @Override
    void send(byte[] sums, int from, int length) {
      // The summary is of reporters.
    }

    @Override
    public void close() throws IOException {
      if (open != null) {
        RecordErrorsFile closed = open;
        open = null;
        closed.close();
      }
    }
  }

  /** Adds an error; those of one record come one after the other. */
  void add(FeedbackLine error) throws IOException {
    if (!record.isEmpty() && !error.isOfSameMessage(record.get(0))) {
      endRecord();
    }
    record.add(error);
  }

  private void endRecord() throws IOException {
    if (record.isEmpty()) {
      return;
    }
    StringBuilder codes = new StringBuilder();
    record.forEach(error -> codes.append(' ').append(error.reason()));
    String kind = codes.toString().strip();
    if (!kinds.containsKey(kind) && kinds.size() >= limits.kinds()) {
      kind = FURTHER_KINDS;
    }
    long[] told = kinds.computeIfAbsent(kind, none -> new long[2]);
    if (told[0] < limits.linesOfAKind()) {
      told[0]++;
      write();
    } else {
      told[1]++;
    }
    record.clear();
  }

  private void write() throws IOException {
    FeedbackLine first = record.get(0);
    out.writeStartObject();
    out.writeFieldName("errorROEID");
    if (first.id().isEmpty()) {
      out.writeNull();
    } else {
      out.writeNumber(new BigInteger(first.id().replace("-", "").substring(0, HALF_OF_ID), 16));
    }
    text("firmROEID", first.record().firmRoeId());
    text("type", first.record().type());
    text("CATReporterIMID", VisibleLine.of(first.reporter()));
    out.writeFieldName("line");
    if (first.line() > 0) {
      out.writeNumber(first.line());
    } else {
      out.writeNull();
    }
    out.writeArrayFieldStart("errors");
    for (FeedbackLine error : record) {
      error(error.reason(), error.record().field());
    }
    end();
  }

  private void error(String code, String field) throws IOException {
    out.writeStartObject();
    out.writeStringField("code", code);
    text("field", VisibleLine.of(field));
    out.writeEndObject();
  }

  private void text(String name, String value) throws IOException {
    out.writeFieldName(name);
    if (value.isEmpty()) {
      out.writeNull();
    } else {
      out.writeString(VisibleLine.of(value));
    }
  }

  private void end() throws IOException {
    out.writeEndArray();
    out.writeEndObject();
    out.writeRaw('\n');
  }

  private void more(String kind, long count) throws IOException {
    out.writeStartObject();
    for (String name : List.of("errorROEID", "firmROEID", "type", "CATReporterIMID", "line")) {
      out.writeNullField(name);
    }
    out.writeNumberField("more", count);
    out.writeArrayFieldStart("errors");
    for (String code : kind.split(" ", -1)) {
      if (!code.isEmpty()) {
        error(code, "");
      }
    }
    end();
  }

  /** Hands all records to the operating system. */
  void flush() throws IOException {
    endRecord();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      endRecord();
      List<String> untold =
          kinds.keySet().stream().filter(kind -> kinds.get(kind)[1] > 0).sorted().toList();
      for (String kind : untold) {
        more(kind, kinds.get(kind)[1]);
      }
    }
  }
}
