package io.daisychain.cli.market;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One workload in a warehouse in the clear and in one that is encrypted. */
@ExtendWith(SharedStore.class)
class EncryptedWarehouseIT {
  private static final String MARKET = "--marketdata=daisychain-data/marketdata";
  private static final String TABLE = "--table=encrypted";

  @TempDir private Path folder;

  @Test
  void anEncryptedWarehouseGivesTheSameAnswersAndHasNoRowsInTheClear(RunningStore shared)
      throws Exception {
    String store = "--store=" + shared.address();
    Path key = KeyFiles.makeEncryption(folder);
    Program clear = Program.inProcess(Files.createDirectory(folder.resolve("clear")));
    Program encrypted =
        Program.inProcess(Files.createDirectory(folder.resolve("encrypted")))
            .with("DAISYCHAIN_ENCRYPTION", key.toString());
    String work = "--output=" + folder.resolve("w");
    clear.succeed(
        "generate", work, "--events=1500", "--seed=12", "--market", "--runner=DirectRunner");
    clear.succeed("ingest", "--input=" + folder.resolve("w") + "/events-*", store, TABLE);
    clear.succeed("link", store, TABLE);
    for (Program program : List.of(clear, encrypted)) {
      for (String kind : List.of("quotes", "trades")) {
        String input = "--input=" + folder.resolve("w") + "/" + kind + "-*.csv";
        program.succeed("marketdata", "load", input, "--format=csv", MARKET, "--rejects=r");
      }
      program.succeed(windows());
      program.succeed("publish", store, TABLE, "--files=none");
      String warehouse = "--warehouse=duckdb:" + data(program, "warehouse.duckdb");
      program.succeed("marketdata", "asof", MARKET, warehouse);
    }

    List<NamedCsvRecord> some =
        clear.sql(
            "SELECT id, symbol, ReporterId FROM events WHERE length(symbol) > 3 AND"
                + " length(ReporterId) > 3 ORDER BY length(symbol) DESC, id LIMIT 1");
    String symbol = some.get(0).getField("symbol");
    String id = some.get(0).getField("id");
    Map<String, String> answers = answers(clear, symbol, id);
    assertTrue(answers.size() > 20, answers::toString);
    assertEquals(answers, answers(encrypted, symbol, id));
    encrypted.succeed("scrub", MARKET, "--warehouse=duckdb:" + data(encrypted, "warehouse.duckdb"));

    List<String> words = List.of(symbol, some.get(0).getField("ReporterId"), "PAR1");
    try (Stream<Path> files = Files.walk(data(clear, ""))) {
      assertTrue(files.filter(file -> has(file, words)).count() > 5);
    }
    try (Stream<Path> files = Files.walk(data(encrypted, ""))) {
      assertEquals(List.of(), files.filter(file -> has(file, words)).toList());
    }

    Ended without = Program.inProcess(encrypted.folder()).run("sql", "SELECT count(*) FROM events");
    assertEquals(1, without.exitCode(), without::toString);
    assertTrue(without.err().contains("DAISYCHAIN_ENCRYPTION is to name the file"), without::err);
    without =
        Program.inProcess(encrypted.folder())
            .run("marketdata", "get", "--symbols=" + symbol, MARKET);
    assertTrue(without.err().contains("DAISYCHAIN_ENCRYPTION is to name the file"), without::err);
    Ended missing =
        Program.inProcess(encrypted.folder())
            .with("DAISYCHAIN_ENCRYPTION", folder + "/none")
            .run("sql", "SELECT 1");
    assertFalse(missing.exitCode() == 0);
    assertTrue(
        missing.err().contains("DAISYCHAIN_ENCRYPTION names " + folder + "/none, which is not"),
        missing::err);
  }

  private static String[] windows() {
    String line =
        "marketdata windows --type=nbbo --window=10 --slide=5 --fit=1 --store --symbols=* "
            + MARKET;
    return line.split(" ", -1);
  }

  private static Path data(Program program, String name) {
    return program.folder().resolve("daisychain-data").resolve(name);
  }

  /** Whether a file has one of these words, or is a Parquet file in the clear. */
  private static boolean has(Path file, List<String> words) {
    try {
      return Files.isRegularFile(file)
          && words.stream().anyMatch(Files.readString(file, ISO_8859_1)::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What commands say, by what they were asked. */
  private static Map<String, String> answers(Program program, String symbol, String id)
      throws Exception {
    Map<String, String> answers = new TreeMap<>();
    String views =
        "SELECT view_name AS v FROM duckdb_views() WHERE schema_name = 'main' AND NOT internal";
    for (NamedCsvRecord view : program.sql(views)) {
      String name = view.getField("v");
      // Its sums of floating-point numbers differ in their last digit by the order of the rows.
      String hash =
          name.equals("v_vwap_slippage")
              ? "''"
              : "md5(string_agg(t::VARCHAR, '' ORDER BY t::VARCHAR))";
      String rows = "SELECT count(*) AS n, " + hash + " AS h FROM " + name + " AS t";
      answers.put(name, program.sql(rows).toString());
    }
    String count = "SELECT count(*) FROM events";
    answers.put("asOf", program.succeed("sql", "--asOf=" + Instant.now(), count));
    answers.put("tree", program.succeed("tree", "--wide", id));
    answers.put("get", program.succeed("marketdata", "get", "--symbols=" + symbol, MARKET));
    program.succeed("explore", "--export=rows.csv");
    answers.put("explore", Files.readString(program.folder().resolve("rows.csv")));
    return answers;
  }
}
