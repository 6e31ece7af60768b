package io.daisychain.cli.provenance;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.audit.AuditFact;
import io.daisychain.audit.AuditLog;
import io.daisychain.cli.provenance.Origins.RunKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An order, its fill that was corrected and names an order too that nobody reported. */
class LifecycleProvTest {
  private static final String DATE = "2026-03-16";
  private static final String RUN = "20260317T010203Z-1";

  @TempDir private Path folder;

  private static Map<String, String> row(String... values) {
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      row.put(values[i], values[i + 1]);
    }
    return row;
  }

  private static PublishedLifecycle lifecycle() {
    return new PublishedLifecycle(
        List.of(
            row(
                "id",
                "a",
                "tradeDate",
                DATE,
                "LifecycleId",
                "a",
                "GrandParent",
                "a",
                "eventType",
                "NEW",
                "ReporterId",
                "AL FA",
                "clOrdId",
                "O1",
                "EventId",
                "O\"1",
                "timestamp",
                "2026-03-16T14:00:00.000000000Z"),
            row(
                "id",
                "b",
                "tradeDate",
                DATE,
                "LifecycleId",
                "a",
                "GrandParent",
                "a",
                "eventType",
                "FILL",
                "ReporterId",
                "BRVO",
                "clOrdId",
                "R1",
                "EventId",
                "E1",
                "timestamp",
                "2026-03-16T14:00:01.000000000Z",
                "sendingTime",
                "2026-03-16T14:00:02.000000000Z")),
        List.of(
            row("child", "b", "parent", "a", "relation", "PRIOR", "tradeDate", DATE),
            row("child", "b", "parent", "z", "relation", "MERGE", "tradeDate", DATE)),
        List.of(
            row("id", "b", "version", "1", "standing", "false", "tradeDate", DATE),
            row("id", "b", "version", "2", "standing", "true", "tradeDate", DATE)),
        List.of(
            row(
                "id",
                "b",
                "tradeDate",
                DATE,
                "ReporterId",
                "BRVO",
                "role",
                "reporter",
                "status",
                "ORPHAN",
                "repaired",
                "2026-03-17T01:00:00.000000000Z",
                "repairedBy",
                "arrival")));
  }

  private Origins origins() throws IOException {
    AuditLog log =
        AuditLog.begin(
            folder,
            InstantSource.fixed(Instant.parse("2026-03-17T01:02:05Z")),
            AuditFact.of("command")
                .with("command", "run")
                .with("arguments", List.of("run", "--input=x"))
                .with("user", "root")
                .with("version", "0.1.0"));
    log.append(
        List.of(
            AuditFact.of("handed in")
                .with("run", RUN)
                .with("path", "/in/x")
                .with("sha256", "5a")
                .with("of", 1)));
    Origins origins = new Origins();
    log.entries(origins::note);
    origins.ran(RunKind.PUBLISH, DATE, "given");
    origins.ran(RunKind.LINK, DATE, RUN);
    origins.stored("a", "hash1");
    origins.found("b", "hash2", 2, 17);
    origins.unknown("a thing");
    return origins;
  }

  @Test
  void notationSaysWhatIsKnown() throws IOException {
    String text = LifecycleProv.of(lifecycle(), origins()).notation();

    for (String line :
        List.of(
            "  prefix daisychain <urn:daisychain:>",
            "  entity(daisychain:lifecycle/a, [prov:type='prov:Collection',"
                + " daisychain:unknown=\"a thing\"])",
            "  agent(daisychain:firm/AL%20FA, [prov:type='prov:Organization',"
                + " daisychain:mpid=\"AL FA\"])",
            "  activity(daisychain:ingest/20260317T010203Z-1, 2026-03-17T01:02:03Z,"
                + " 2026-03-17T01:02:05Z, [prov:type='daisychain:ingest',"
                + " daisychain:run=\"20260317T010203Z-1\", daisychain:command=\"run --input=x\","
                + " daisychain:auditEntry=\"1\"])",
            "  activity(daisychain:publish/given, -, -, [prov:type='daisychain:publish',"
                + " daisychain:run=\"given\"])",
            "  wasDerivedFrom(daisychain:event/2026-03-16/b, daisychain:event/2026-03-16/a,"
                + " daisychain:link/20260317T010203Z-1, -, -, [prov:type='prov:Revision',"
                + " daisychain:relation=\"PRIOR\"])",
            "  wasDerivedFrom(daisychain:event/2026-03-16/b, daisychain:event/unreported/z,"
                + " daisychain:link/20260317T010203Z-1, -, -, [daisychain:relation=\"MERGE\"])",
            "  wasDerivedFrom(daisychain:row/events/2026-03-16/b, daisychain:event/2026-03-16/b,"
                + " daisychain:publish/given, -, -)",
            "  wasDerivedFrom(daisychain:version/2026-03-16/b/2,"
                + " daisychain:version/2026-03-16/b/1, -, -, -, [prov:type='prov:Revision'])",
            "  wasDerivedFrom(daisychain:event/2026-03-16/b, daisychain:version/2026-03-16/b/2, -,"
                + " -, -)",
            "  wasDerivedFrom(daisychain:content/b/hash2, daisychain:line/5a/17,"
                + " daisychain:ingest/20260317T010203Z-1, -, -)",
            "  used(daisychain:ingest/20260317T010203Z-1, daisychain:file/5a,"
                + " 2026-03-17T01:02:05Z)",
            "  wasAssociatedWith(daisychain:ingest/20260317T010203Z-1, daisychain:user/root, -)",
            "  wasAttributedTo(daisychain:event/2026-03-16/a, daisychain:firm/AL%20FA)",
            "  hadMember(daisychain:lifecycle/a, daisychain:event/2026-03-16/a)",
            "  wasInvalidatedBy(daisychain:fault/2026-03-16/b/reporter/BRVO/ORPHAN,"
                + " daisychain:repair/2026-03-16/b/2026-03-17T01%3A00%3A00%2E000000000Z/arrival,"
                + " 2026-03-17T01:00:00.000000000Z)")) {
      assertTrue(text.lines().anyMatch(line::equals), () -> line + "\nis not in\n" + text);
    }
    assertTrue(text.contains("prov:label=\"NEW O\\\"1\""), text);
    assertEquals(
        text.lines().distinct().count(), text.lines().filter(l -> !l.isEmpty()).count() + 1);
  }

  @Test
  void jsonSaysTheSameOfThingsThatItHas() throws IOException {
    ProvDocument document = LifecycleProv.of(lifecycle(), origins());
    ObjectNode json = document.json();

    Set<String> named = new TreeSet<>();
    int statements = 0;
    for (String kind : List.of("entity", "activity", "agent")) {
      json.get(kind).fieldNames().forEachRemaining(named::add);
    }
    for (Map.Entry<String, JsonNode> kind : json.properties()) {
      if (kind.getKey().equals("prefix")) {
        continue;
      }
      for (JsonNode statement : kind.getValue()) {
        statements++;
        statement
            .properties()
            .forEach(
                field -> {
                  if (field.getKey().matches("prov:(entity|activity|agent|.*Entity|collection)")) {
                    assertTrue(named.contains(field.getValue().asText()), statement::toString);
                  }
                });
      }
    }
    assertEquals(
        document.notation().lines().filter(line -> line.matches("  \\w+\\(.*")).count(),
        statements);
    assertEquals(
        "{\"$\":\"prov:Organization\",\"type\":\"prov:QUALIFIED_NAME\"}",
        json.at("/agent").get("daisychain:firm/BRVO").get("prov:type").toString());
  }

  @Test
  void ocelRelatesEventsToObjectsThatItHas() throws IOException {
    ObjectNode log = LifecycleOcel.of(lifecycle(), origins());

    Set<String> objects = texts(log.get("objects"), "id");
    Set<String> objectTypes = texts(log.get("objectTypes"), "name");
    Set<String> eventTypes = texts(log.get("eventTypes"), "name");
    assertEquals(Set.of("FILL", "NEW"), eventTypes);
    assertEquals(
        Set.of(
            "lifecycle:a", "order:AL FA O1", "order:BRVO R1", "firm:AL FA", "firm:BRVO", "file:5a"),
        objects);
    for (JsonNode object : log.get("objects")) {
      assertTrue(objectTypes.contains(object.get("type").asText()), object::toString);
      object.get("attributes").forEach(each -> assertTrue(each.has("time"), object::toString));
    }
    Stream.of("objects", "events")
        .flatMap(list -> StreamSupport.stream(log.get(list).spliterator(), false))
        .flatMap(each -> StreamSupport.stream(each.get("relationships").spliterator(), false))
        .forEach(
            each -> assertTrue(objects.contains(each.get("objectId").asText()), each::toString));
    JsonNode fill = log.get("events").get(1);
    assertEquals("2026-03-16T14:00:02.000000000Z", fill.get("time").asText());
    assertEquals(
        Set.of("lifecycle:a", "order:BRVO R1", "firm:BRVO", "file:5a"),
        texts(fill.get("relationships"), "objectId"));
  }

  private static Set<String> texts(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.get(name).asText())
        .collect(toSet());
  }
}
