package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.beam.files.Links;
import io.daisychain.beam.files.PartFile;
import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordReader;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import io.daisychain.datagen.cat.RecordDamage;
import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.file.MessageWriter;
import io.daisychain.fix.FixMessage;
import io.daisychain.ingest.convert.CatConversion;
import io.daisychain.ingest.convert.RecordFiles;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.io.Compression;

/**
 * Says in CAT what those firms of a workload report that report in CAT: what {@code convert} makes
 * of their messages, with the errors that the generator wants in records. A shard at a time, so
 * memory holds the orders of one.
 */
final class CatWorkload {
  private static final String HEADER = "kind,file,line,id,eventType,code,field\n";
  private static final String STAGING = ".records-";

  private final GeneratorSettings settings;
  private final WorkloadPlan plan;
  private final Path folder;
  private final CatSchemas.Versions versions = CatSchemas.Versions.ANNOUNCED;
  private final RecordReader reader = new RecordReader(versions);
  private final CatRecord clean = new CatRecord();
  private final CatEventReader events = new CatEventReader(EventReader.Rules.DEFAULT.dates());
  private final StringBuilder injected = new StringBuilder();
  private long records;
  private int files;

  private CatWorkload(GeneratorSettings settings) {
    this.settings = settings;
    plan = WorkloadPlan.of(settings);
    folder = Path.of(settings.output());
  }

  /** Writes the records, and deletes the messages; tells how many there are. */
  static String write(GeneratorSettings settings) throws IOException {
    CatWorkload workload = new CatWorkload(settings);
    workload.clean();
    for (int shard = 0; shard < workload.plan.shards(); shard++) {
      workload.write(shard);
    }
    return "%,d records of CAT in %,d files".formatted(workload.records, workload.files);
  }

  /** Deletes what a kill left. */
  private void clean() throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, STAGING + "*")) {
      for (Path one : left) {
        Links.deleteTree(one);
      }
    }
  }

  private void write(int shard) throws IOException {
    List<Path> sources =
        plan.sourceFiles(shard).stream().map(folder::resolve).filter(Files::exists).toList();
    Path staging = Files.createDirectory(folder.resolve(STAGING + shard));
    RecordFiles into = new RecordFiles(staging, shard + 1);
    injected.setLength(0);
    injected.append(HEADER);
    CatConversion.Sums sums =
        CatConversion.run(
            sources.stream().map(Path::toString).toList(),
            EventReader.Rules.DEFAULT,
            versions,
            (reporter, day, record, of) -> take(reporter, day, record, of, into, shard + 1));
    records += sums.written();
    for (String name : into.finish()) {
      complete(staging.resolve(name), name + settings.compression().getSuggestedSuffix());
      files++;
    }
    if (settings.truth()) {
      Path truth = staging.resolve("injected");
      Files.writeString(truth, injected, StandardCharsets.US_ASCII);
      complete(truth, plan.injectedIntoCatFile(shard));
    }
    for (Path source : sources) {
      Files.delete(source);
    }
    Links.deleteTree(staging);
  }

  private void complete(Path file, String name) throws IOException {
    Compression compression =
        name.endsWith(".csv") ? Compression.UNCOMPRESSED : settings.compression();
    try (PartFile part = new PartFile(folder.toString(), name, compression)) {
      try (var in = Files.newInputStream(file)) {
        byte[] buffer = new byte[1 << 16];
        for (int read; (read = in.read(buffer)) > 0; ) {
          part.write(buffer, 0, read);
        }
      }
      part.complete();
    }
  }

  private void take(
      String reporter, String day, byte[] record, FixMessage of, RecordFiles into, int number)
      throws IOException {
    int kinds = of == null ? 0 : kinds(of);
    boolean isFaulty = of != null && of.find(MessageWriter.FAULTY) >= 0;
    if (kinds == 0 && !isFaulty) {
      into.add(reporter, day, record);
      return;
    }
    reader.read(true, record, 0, record.length - 1, clean);
    events.read(clean, reporter, 0);
    OrderEvent event = events.event();
    RecordDamage.Damaged damaged =
        isFaulty ? RecordDamage.fault(record, event.low()) : damaged(record, kinds, event.low());
    long line = into.add(reporter, day, damaged.line().getBytes(ISO_8859_1));
    String file = RecordFiles.name(reporter, day, number);
    for (ErrorKind kind : ErrorKind.values()) {
      if ((kinds & kind.bit()) != 0) {
        injected.append(
            "%s,%s,%d,%s,%s,%s,%s\n"
                .formatted(
                    kind, file, line, event.key(), event.type(), damaged.code(), damaged.field()));
      }
    }
  }

  private static RecordDamage.Damaged damaged(byte[] record, int kinds, long number) {
    if ((kinds & ErrorKind.STRUCTURE.bit()) != 0) {
      return RecordDamage.fault(record, number);
    }
    return (kinds & ErrorKind.GARBLED.bit()) != 0
        ? RecordDamage.reject(record, number)
        : new RecordDamage.Damaged(new String(record, ISO_8859_1), "", "");
  }

  private static int kinds(FixMessage of) {
    int field = of.find(MessageWriter.INJECTED);
    return field < 0
        ? 0
        : Integer.parseInt(
            new String(
                of.buffer(),
                of.valueOffset(field),
                of.valueLength(field),
                StandardCharsets.US_ASCII));
  }
}
