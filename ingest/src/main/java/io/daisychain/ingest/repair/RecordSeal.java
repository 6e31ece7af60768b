package io.daisychain.ingest.repair;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordCheck;
import io.daisychain.cat.RecordFaults;
import io.daisychain.cat.RecordReader;
import io.daisychain.cat.RecordStream;
import io.daisychain.cat.RecordTree;
import io.daisychain.ingest.file.InputFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Says of a draft of records what is still to be filled in, and what ingest would find. */
public final class RecordSeal {
  private static final int MOST_NAMED = 20;

  private RecordSeal() {}

  /** Whether a file has records of CAT as lines of JSON. */
  public static boolean isOne(Path file) throws IOException {
    try (InputFile in = InputFile.open(file.toAbsolutePath().toString())) {
      return RecordStream.formOf(in.head()) == RecordStream.Form.JSON_LINES;
    }
  }

  /**
   * Checks a draft, which stays as it is: records have no sums.
   *
   * @param versions by which its records are read
   * @param notes takes the lines that have open values, and faults that ingest would find
   */
  public static RepairSeal.Counts seal(
      Path file, CatSchemas.Versions versions, Consumer<String> notes) throws IOException {
    RecordReader reader = new RecordReader(versions);
    CatRecord record = new CatRecord();
    RecordCheck check = new RecordCheck();
    RecordFaults faults = new RecordFaults();
    long records = 0;
    long open = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      RecordStream stream = new RecordStream(in, RecordStream.Form.JSON_LINES);
      while (stream.next()) {
        String where = file + ":" + stream.line() + ": ";
        boolean isRead = reader.read(true, stream.buffer(), stream.from(), stream.to(), record);
        if (!isRead && reader.code().equals(RecordReader.UNREADABLE)) {
          throw new IOException(where + "it is no record");
        }
        records++;
        List<String> paths = FaultyRecord.open(RecordTree.of(record));
        if (!paths.isEmpty()) {
          if (open++ < MOST_NAMED) {
            notes.accept(
                where + paths.stream().map(p -> p + ":?").collect(Collectors.joining(", ")));
          }
        } else if (!isRead) {
          notes.accept(where + "ingest will find: " + reader.code() + " " + reader.words());
        } else {
          check.check(record, faults);
          faults
              .all()
              .forEach(
                  fault ->
                      notes.accept(
                          where
                              + "ingest will find: "
                              + fault.code()
                              + " "
                              + fault.field()
                              + " "
                              + fault.text()));
        }
      }
    }
    if (open > MOST_NAMED) {
      notes.accept("... and " + (open - MOST_NAMED) + " more lines");
    }
    return new RepairSeal.Counts(open == 0 ? records : 0, open);
  }
}
