package io.daisychain.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two firms' files, one in JSON and one in CSV, whose child orders all name a parent of another
 * date, and in which each kind of fault is that repair knows: what feedback says, what repair makes
 * of it, of one firm's by file and of the other's by firm, and that nothing is left.
 */
@ExtendWith(SharedStore.class)
class CatRepairIT {
  private static final int CHILDREN = 12;
  private static final String DAY = "20261116";

  /** Fields by position, as the schema has them. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "MENO",
          "actionType errorROEID firmROEID type CATReporterIMID orderKeyDate orderID symbol"
              + " eventTimestamp manualFlag electronicDupFlag electronicTimestamp"
              + " manualOrderKeyDate manualOrderID deptType solicitationFlag RFQID side price"
              + " quantity minQty orderType timeInForce tradingSession handlingInstructions"
              + " custDspIntrFlag firmDesignatedID accountHolderType affiliateFlag infoBarrierID"
              + " aggregatedOrders negotiatedTradeFlag representativeInd",
          "MECO",
          "actionType errorROEID firmROEID type CATReporterIMID orderKeyDate orderID symbol"
              + " parentOrderKeyDate parentOrderID originatingIMID eventTimestamp side price"
              + " quantity minQty orderType timeInForce tradingSession handlingInstructions seqNum"
              + " atsDisplayInd displayPrice workingPrice displayQty nbbPrice nbbQty nboPrice"
              + " nboQty nbboSource nbboTimestamp multiLegInd",
          "MEOC",
          "actionType errorROEID firmROEID type CATReporterIMID orderKeyDate orderID symbol"
              + " originatingIMID eventTimestamp manualFlag electronicTimestamp cancelQty"
              + " leavesQty initiator");

  @TempDir private static Path folder;
  private static Program program;
  private static List<String> store;
  private static JsonNode first;
  private static JsonNode second;

  @BeforeAll
  static void aDay(RunningStore shared) throws Exception {
    program = Program.inProcess(folder);
    store = List.of("--store=" + shared.address(), "--table=cat_repair");
    write("0_ALFA_20261116_OrderEvents_000001.json", "ALFA", true);
    write("0_BETA_20261116_OrderEvents_000001.csv", "BETA", false);
    first = program.counts(with("run", "--input=0_*_20261116_*", "--rejects=first"));
    for (String firm : List.of("ALFA", "BETA")) {
      String base = folder.resolve("first/0_%s_20261116_OrderEvents_000001.".formatted(firm)) + "";
      Path draft = folder.resolve(output(firm));
      program.succeed(
          "repair",
          firm.equals("ALFA")
              ? "--feedback=" + base + "ingestion.json," + base + "linkage.json"
              : "--feedback="
                  + folder.resolve("first/feedback-BETA.csv")
                  + ","
                  + folder.resolve("first/feedback-BETA.link.csv"),
          "--input=0_*_20261116_*",
          "--output=" + draft);
      assertEquals(1, program.run("repair", "--seal=" + draft).exitCode());
      Files.writeString(
          draft,
          Files.readString(draft)
              .replace("\"side\":\"?\"", "\"side\":\"B\"")
              .replace("\"representativeInd\":\"?\"", "\"representativeInd\":\"N\"")
              .replace("\"orderID\":\"?\"", "\"orderID\":\"P4\"")
              .replace("\"firmROEID\":\"?\"", "\"firmROEID\":\"" + DAY + "_again\""));
      String sealed = program.succeed("repair", "--seal=" + draft);
      assertTrue(sealed.contains("sealed"), sealed);
    }
    second = program.counts(with("run", "--input=0_*_20261117_*", "--rejects=second"));
  }

  private static String output(String firm) {
    return "0_" + firm + "_20261117_repair_OrderEvents_000001.json";
  }

  private static Map<String, String> record(String firm, String id, String type, String second) {
    Map<String, String> record = new LinkedHashMap<>();
    for (String field : FIELDS.get(type).split(" ", -1)) {
      record.put(
          field,
          switch (field) {
            case "actionType" -> "NEW";
            case "firmROEID" -> DAY + "_" + id;
            case "type" -> type;
            case "CATReporterIMID" -> firm;
            case "orderID" -> id;
            case "symbol" -> "IBM";
            case "orderKeyDate", "eventTimestamp" -> DAY + "T0930" + second;
            case "side" -> "B";
            case "price" -> "190.5";
            case "quantity", "cancelQty" -> "300";
            case "leavesQty" -> "0";
            case "orderType" -> "LMT";
            case "timeInForce" -> "DAY=" + DAY;
            case "tradingSession" -> "REG";
            case "firmDesignatedID" -> "F1";
            case "accountHolderType", "deptType" -> "A";
            case "representativeInd" -> "N";
            case "initiator" -> "C";
            case "manualFlag",
                "electronicDupFlag",
                "solicitationFlag",
                "custDspIntrFlag",
                "affiliateFlag",
                "negotiatedTradeFlag",
                "multiLegInd" ->
                "false";
            default -> "";
          });
    }
    return record;
  }

  private static void write(String name, String firm, boolean isJson) throws IOException {
    List<Map<String, String>> records = new ArrayList<>();
    for (int i = 0; i < CHILDREN; i++) {
      records.add(record(firm, "P" + i, "MENO", "01"));
      Map<String, String> child = record(firm, "C" + i, "MECO", "02");
      child.put("parentOrderID", "P" + i);
      child.put("parentOrderKeyDate", "20261113T093001");
      records.add(child);
    }
    Map<String, String> order = record(firm, "choice", "MENO", "03");
    order.put("side", "b");
    records.add(order);
    order = record(firm, "wrong", "MENO", "03");
    order.put("side", "UP");
    records.add(order);
    order = record(firm, "missing", "MENO", "03");
    order.put("representativeInd", "");
    records.add(order);
    order = record(firm, "rejected", "MENO", "03");
    order.put("eventTimestamp", "2026-11-16T09:30:03.250");
    records.add(order);
    Map<String, String> cancel = record(firm, "rejected", "MEOC", "04");
    cancel.put("firmROEID", DAY + "_below");
    records.add(cancel);
    order = record(firm, "date", "MENO", "03");
    order.put("firmROEID", "20261113_date");
    records.add(order);
    cancel = record(firm, "misspelt", "MEOC", "05");
    records.add(cancel);
    order = record(firm, "sent", "MENO", "03");
    order.put("errorROEID", "5");
    records.add(order);
    records.add(record(firm, "twice", "MENO", "03"));
    order = record(firm, "twice", "MENO", "03");
    order.put("orderID", "other");
    records.add(order);
    StringBuilder text = new StringBuilder();
    for (Map<String, String> each : records) {
      text.append(isJson ? json(each) : String.join(",", each.values())).append('\n');
    }
    Files.writeString(folder.resolve(name), text);
  }

  private static String json(Map<String, String> record) {
    List<String> members = new ArrayList<>();
    record.forEach(
        (name, value) -> {
          boolean isPlain = value.matches("true|false|[0-9.]+") && !name.endsWith("ID");
          if (name.equals("timeInForce")) {
            members.add("\"timeInForce\":{\"DAY\":" + DAY + "}");
          } else if (!value.isEmpty()) {
            members.add("\"" + name + "\":" + (isPlain ? value : '"' + value + '"'));
          }
        });
    return "{" + String.join(",", members) + "}";
  }

  @Test
  void childrenOfAnotherDateAreAllTold() throws Exception {
    for (String firm : List.of("ALFA", "BETA")) {
      List<String> told = lines("first/0_" + firm + "_20261116_OrderEvents_000001.linkage.json");
      long children =
          told.stream()
              .filter(line -> line.contains("\"code\":\"3501\",\"field\":\"parentOrderID\""))
              .count();
      assertEquals(CHILDREN, children, told::toString);
    }
    assertEquals(2, first.at("/ingest/rejected").asInt());
  }

  @Test
  void whatFollowsFromARuleIsMendedAndTheRestAsked() throws Exception {
    for (String firm : List.of("ALFA", "BETA")) {
      List<String> sent = lines(output(firm));
      String all = String.join("\n", sent);
      assertEquals(
          CHILDREN,
          sent.stream()
              .filter(line -> line.contains("MECO") && line.contains("\"RPR\""))
              .filter(line -> line.contains("\"parentOrderKeyDate\":\"20261116T093001\""))
              .count(),
          all);
      assertTrue(line(sent, "_choice").contains("\"side\":\"B\""), all);
      assertTrue(line(sent, "_rejected").contains("\"20261116T093003.250\""), all);
      assertTrue(line(sent, "20261113_date").contains("\"DEL\""), all);
      assertTrue(line(sent, "20261116_date").contains("\"NEW\""), all);
      assertTrue(line(sent, "_twice").contains("\"COR\""), all);
      assertFalse(all.contains("_below"), "it goes with the order that was rejected: " + all);
      assertEquals(CHILDREN + 10, sent.size(), all);
    }
  }

  private static String line(List<String> lines, String part) {
    return lines.stream().filter(line -> line.contains(part)).findFirst().orElse("no " + part);
  }

  @Test
  void nothingIsLeft() throws Exception {
    assertEquals(0, second.at("/ingest/rejected").asInt());
    try (var files = Files.newDirectoryStream(folder.resolve("second"), "*.{json,jsonl}")) {
      List<String> left = new ArrayList<>();
      for (Path file : files) {
        left.add(file.getFileName() + ": " + Files.readString(file));
      }
      assertEquals(List.of(), left);
    }
    assertEquals(
        List.of("0"),
        program.sql("SELECT count(errorStatus) FROM events").stream()
            .map(row -> row.getField(0))
            .toList());
    assertEquals(
        List.of("ALFA " + CHILDREN, "BETA " + CHILDREN),
        program
            .sql(
                "SELECT concat_ws(' ', c.ReporterId, count(*)) FROM events AS c JOIN events AS p"
                    + " ON p.id = c.Parent WHERE c.catType = 'MECO' AND p.catType = 'MENO'"
                    + " AND p.EventId = 'P' || substr(c.EventId, 2) GROUP BY c.ReporterId ORDER BY 1")
            .stream()
            .map(row -> row.getField(0))
            .toList());
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file));
  }

  private static String[] with(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(store);
    return all.toArray(String[]::new);
  }
}
