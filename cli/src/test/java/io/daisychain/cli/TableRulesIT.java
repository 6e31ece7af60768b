package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.TableSchema;
import io.daisychain.model.event.EventReader;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Rules and format of a table, which are kept beside it, and what is done where they were lost. */
class TableRulesIT {
  /** 2026-03-16. */
  private static final int DATE = 20_528;

  private static EmulatorController emulator;
  private static StoreConnector connector;
  private static TableAdmin tables;

  /** The report of the tests has what commands say, and the terminal what failed. */
  @BeforeAll
  static void keepOutputWithTheTest() {
    Terminal.divert(System.out, System.err);
  }

  @BeforeAll
  static void open() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    String host = "localhost:" + emulator.getPort();
    connector = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    tables = TableAdmin.open(connector);
  }

  @AfterAll
  static void close() throws IOException {
    tables.close();
    emulator.stop();
  }

  /** What takes the options of the rules, and no more. */
  @Command
  static final class Holder implements Runnable {
    @Mixin RulesOptions rules;

    @Override
    public void run() {}
  }

  private static RulesOptions options(String... given) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(given);
    return holder.rules;
  }

  /** The receiver, and the trade date of half past nine in the evening of 2026-03-16 UTC. */
  private static String text(EventReader.Rules rules) {
    Instant evening = Instant.parse("2026-03-16T21:30:00Z");
    int day = rules.dates().epochDay(TimeUnit.SECONDS.toNanos(evening.getEpochSecond()));
    return rules.receiver() + " " + LocalDate.ofEpochDay(day);
  }

  @Test
  void areKeptByTheFirstIngestAndCannotBeChangedByTheWay() throws IOException {
    tables.createMeta("kept");
    EventReader.Rules first =
        options("--zone=America/New_York", "--dayRoll=17:00")
            .of(events("kept"), tables, dates("kept"), "run");
    assertEquals("MRP 2026-03-17", text(first));

    assertEquals(text(first), text(options().of(events("kept"), tables, dates("kept"), "run")));
    assertEquals(
        text(first),
        text(
            options("--dayRoll=17:00:00", "--receiver=MRP")
                .of(events("kept"), tables, dates("kept"), "run")));
    assertEquals(text(first), text(RulesOptions.kept("kept", tables)));
    for (String other : new String[] {"--zone=UTC", "--dayRoll=00:00", "--receiver=X"}) {
      UsageException e =
          assertThrows(
              UsageException.class,
              () -> options(other).of(events("kept"), tables, dates("kept"), "run"));
      assertTrue(e.getMessage().startsWith("table kept was made with --zone=America/New_York"));
      assertEquals(text(first), text(options().of(events("kept"), tables, dates("kept"), "run")));
    }

    options("--receiver=X", "--dayRoll=00:00", "--newRules")
        .of(events("kept"), tables, dates("kept"), "run");
    assertEquals("X 2026-03-16", text(options().of(events("kept"), tables, dates("kept"), "run")));
  }

  @Test
  void areTheUsualOnesWhereTheFirstIngestHadNone() throws IOException {
    tables.createMeta("usual");
    assertEquals(
        "MRP 2026-03-16", text(options().of(events("usual"), tables, dates("usual"), "run")));
    assertThrows(
        UsageException.class,
        () -> options("--zone=Europe/London").of(events("usual"), tables, dates("usual"), "run"));
  }

  @Test
  void areAskedForWhereATableHasEventsAndItsMetaTableDoesNotKnowThem() throws IOException {
    tables.createDate("lost", DATE, List.of());
    putClaim("lost", 17);

    UsageException e =
        assertThrows(
            UsageException.class, () -> options().of(events("lost"), tables, dates("lost"), "run"));
    assertTrue(e.getMessage().startsWith("table lost has events, but lost_meta"), e.getMessage());
    assertThrows(IOException.class, () -> RulesOptions.requireKept("lost", tables));
    options("--newRules", "--zone=Asia/Tokyo").of(events("lost"), tables, dates("lost"), "run");
    assertEquals(
        "MRP 2026-03-17", text(options().of(events("lost"), tables, dates("lost"), "run")));
    RulesOptions.requireKept("lost", tables);
  }

  @Test
  void damagedOnesAreNamed() throws IOException {
    tables.createMeta("damaged");
    for (String words : new String[] {"", "MRP\nUTC", "MRP\nMars/Olympus\n00:00"}) {
      try (MetaTable meta = tables.meta("damaged")) {
        meta.write("rules", "rules", words.getBytes(StandardCharsets.UTF_8));
      }
      IOException e =
          assertThrows(
              IOException.class,
              () -> options().of(events("damaged"), tables, dates("damaged"), "run"));
      assertTrue(
          e.getMessage().startsWith("table damaged_meta, row 'rules', column rules is damaged: "),
          e.getMessage());
    }
  }

  @Test
  void aTableOfAnotherFormatIsRefused() throws IOException {
    tables.createMeta("newer");
    try (MetaTable meta = tables.meta("newer")) {
      meta.write("table", "format", new byte[] {'4'});
    }
    assertRefused("newer", "is of format '4', this version reads " + TableSchema.FORMAT_VERSION);
    // Made by hand, from what splits prints: it has no events yet.
    tables.createMeta("byHand");
    try (MetaTable meta = tables.meta("byHand")) {
      meta.delete("table", "format");
      tables.requireFormat("byHand");
      assertTrue(meta.read("table", "format").isPresent());
    }
  }

  private static void assertRefused(String table, String words) {
    IOException e = assertThrows(IOException.class, () -> tables.requireFormat(table));
    assertTrue(e.getMessage().startsWith("table " + table + " " + words), e.getMessage());
    assertTrue(e.getMessage().contains("into a new table"), e.getMessage());
  }

  private static void putClaim(String table, int qualifierLength) throws IOException {
    byte[] qualifier = new byte[qualifierLength];
    qualifier[0] = TableSchema.REFERENCES_PREFIX;
    try (var lease = connector.connect();
        Table rows = lease.connection().getTable(TableName.valueOf(events(table).ofDate(DATE)))) {
      rows.put(
          new Put(new byte[16]).addColumn(ascii(TableSchema.LINK), qualifier, 2_000L, new byte[1]));
    }
  }

  private static StoreTable events(String table) {
    return new StoreTable(connector, table);
  }

  private static Dates dates(String table) throws IOException {
    return Dates.open(events(table));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
