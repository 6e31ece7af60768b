package io.daisychain.ingest.convert;

import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.cat.RecordCheck;
import io.daisychain.cat.RecordFaults;
import io.daisychain.ingest.CatFileName;
import io.daisychain.ingest.RecordScan;
import io.daisychain.model.CatKey;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files of CAT as submissions of FIX: read twice, since a cancel has no side, which FIX asks for,
 * and its order may stand behind it. In between some 20 bytes are kept an order and route.
 */
public final class FixConversion {
  /** In place of the kinds of {@link Unsayable}. */
  private static final String FAULTY = "records with a fault";

  private static final String UNREADABLE = "FRAMING";

  private final List<String> files;
  private final EventReader.Rules rules;
  private final CatSchemas.Versions versions;
  private final OrderIndex sides = new OrderIndex();
  private final FixWriter writer;
  private final RecordCheck check = new RecordCheck();
  private final RecordFaults faults = new RecordFaults();
  private final Map<String, Long> skipped = new TreeMap<>();
  private final Map<String, Long> rejected = new TreeMap<>();
  private long read;
  private long written;

  private FixConversion(List<String> files, EventReader.Rules rules, CatSchemas.Versions versions) {
    this.files = files;
    this.rules = rules;
    this.versions = versions;
    this.writer = new FixWriter(rules.receiver(), sides);
  }

  /**
   * Converts into files.
   *
   * @param files of CAT
   * @param versions by which records are read and checked
   * @param output folder of a file a reporter and date; those of an earlier run are replaced
   * @return what became of the records
   */
  public static CatConversion.Sums run(
      List<String> files, EventReader.Rules rules, CatSchemas.Versions versions, Path output)
      throws IOException {
    FixConversion conversion = new FixConversion(files, rules, versions);
    try (ShownRecords shown = new ShownRecords(output, RecordFiles.FIX)) {
      RecordFiles into = shown.files();
      conversion.scan(conversion::note);
      conversion.scan(
          scan -> {
            conversion.read += scan.isContinuation() ? 0 : 1;
            conversion.take(scan, into);
          });
      return conversion.sums(shown.complete());
    }
  }

  private interface Taker {
    void take(RecordScan scan) throws IOException;
  }

  private void scan(Taker taker) throws IOException {
    for (String file : files) {
      try (RecordScan scan = RecordScan.open(file, rules, versions)) {
        if (!scan.isCat()) {
          throw new IOException("no file of CAT");
        }
        while (scan.next()) {
          taker.take(scan);
        }
      } catch (IOException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      }
    }
  }

  private void note(RecordScan scan) {
    OrderEvent event = scan.isEvent() ? scan.events().event() : null;
    if (event != null && event.keyKind() != CatKey.Kind.NONE && !event.side().isEmpty()) {
      sides.add(event.keyHigh, event.keyLow, event.side(), false);
    }
  }

  private void take(RecordScan scan, RecordFiles into) throws IOException {
    if (!scan.isEvent()) {
      if (!scan.isContinuation()) {
        rejected.merge(UNREADABLE, 1L, Long::sum);
      }
      return;
    }
    check.check(scan.record(), faults);
    if (!faults.all().isEmpty()) {
      skipped.merge(FAULTY, 1L, Long::sum);
      return;
    }
    CatFileName name = scan.name();
    int day = NewYorkTime.day(scan.record().eventTime());
    long sent =
        scan.place()
            + (name.day() == CatFileName.NO_DAY ? NewYorkTime.midnight(day) : name.sendingTime());
    String why = writer.write(scan.record(), scan.events().event(), sent);
    if (!why.isEmpty()) {
      skipped.merge(why, 1L, Long::sum);
      return;
    }
    int fileDay = name.day() == CatFileName.NO_DAY ? day : name.day();
    String reporter = scan.events().event().reporter().toString();
    for (byte[] line : writer.lines()) {
      into.add(reporter, ConvertedEvent.day(fileDay), line);
    }
    written++;
  }

  private CatConversion.Sums sums(int shown) {
    return new CatConversion.Sums(
        read,
        written,
        skipped.values().stream().mapToLong(Long::longValue).sum(),
        rejected.values().stream().mapToLong(Long::longValue).sum(),
        shown,
        skipped,
        rejected);
  }
}
