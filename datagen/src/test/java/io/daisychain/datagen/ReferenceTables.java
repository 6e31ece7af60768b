package io.daisychain.datagen;

import io.daisychain.datagen.file.ReferenceFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reference data: rows by their first column. Without a file its check is not made. */
public final class ReferenceTables {
  private final Map<String, String[]> participants;
  private final Map<String, String[]> customers;
  private final Map<String, String[]> symbols;

  private ReferenceTables(
      Map<String, String[]> participants,
      Map<String, String[]> customers,
      Map<String, String[]> symbols) {
    this.participants = participants;
    this.customers = customers;
    this.symbols = symbols;
  }

  /** What the generator writes beside a workload. */
  static ReferenceTables of(WorkloadPlan plan) {
    ReferenceFiles files = new ReferenceFiles(plan.market(), plan.settings().tradeDate());
    return new ReferenceTables(
        rows(files::writeParticipants), rows(files::writeCustomers), rows(files::writeSymbols));
  }

  /** Reads the files of a folder. */
  public static ReferenceTables read(Path folder) throws IOException {
    return new ReferenceTables(
        rows(folder.resolve("participants.csv")),
        rows(folder.resolve("customers.csv")),
        rows(folder.resolve("symbols.csv")));
  }

  private static Map<String, String[]> rows(Path file) throws IOException {
    return Files.exists(file) ? rows(Files.readAllLines(file)) : null;
  }

  private static Map<String, String[]> rows(OutputDirectory.Content file) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try {
      file.writeTo(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows(lines.toString(StandardCharsets.US_ASCII).lines().toList());
  }

  private static Map<String, String[]> rows(List<String> lines) {
    Map<String, String[]> rows = new HashMap<>();
    lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(columns -> rows.put(columns[0], columns));
    return rows;
  }

  /** True of a firm that is a participant on the date of an event. */
  public boolean isParticipant(String firm, GeneratedMessage event) {
    return participants != null && isValid(participants, firm, event);
  }

  boolean isStrangeReporter(GeneratedMessage event) {
    return participants != null && !isValid(participants, event.value(49), event);
  }

  boolean isStrangeCustomer(GeneratedMessage event) {
    String customer = event.customer();
    return customers != null && !customer.isEmpty() && !isValid(customers, customer, event);
  }

  boolean isOldSymbol(GeneratedMessage event) {
    String[] row = symbols == null ? null : symbols.get(event.symbol());
    return row != null && !row[3].isEmpty() && row[3].compareTo(event.date()) < 0;
  }

  boolean isStrangeSymbol(GeneratedMessage event) {
    String symbol = event.symbol();
    return symbols != null
        && !symbol.isEmpty()
        && !isOldSymbol(event)
        && !isValid(symbols, symbol, event);
  }

  private static boolean isValid(
      Map<String, String[]> reference, String id, GeneratedMessage event) {
    String[] row = reference.get(id);
    String date = event.date();
    return row != null
        && row[2].compareTo(date) <= 0
        && (row[3].isEmpty() || row[3].compareTo(date) >= 0);
  }
}
