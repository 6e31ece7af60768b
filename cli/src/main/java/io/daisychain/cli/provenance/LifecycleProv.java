package io.daisychain.cli.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.audit.AuditEntry;
import io.daisychain.cli.provenance.Origins.RunKind;
import io.daisychain.cli.provenance.ProvDocument.Attributes;
import io.daisychain.cli.provenance.ProvDocument.Kind;
import io.daisychain.cli.provenance.ProvDocument.Name;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a lifecycle came from, in PROV: file, line, content, event, row and publication are
 * entities; hand-in, link and publication activities; firms, users and versions of the program
 * agents.
 */
public final class LifecycleProv {
  private static final Name COLLECTION = Name.prov("Collection");

  /** Relations of FIX by which an event stands in the place of another. */
  private static final List<String> REVISIONS = List.of("PRIOR", "CORRECT", "BUST", "SUPPLEMENT");

  /** How run ids begin: the moment at which the run began, in UTC. */
  private static final DateTimeFormatter RUN_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'");

  private final ProvDocument document = new ProvDocument();
  private final Origins origins;

  /** Names of events by id; of an id of several trade dates the first. */
  private final Map<String, Name> events = new HashMap<>();

  private LifecycleProv(Origins origins) {
    this.origins = origins;
  }

  /** Says all that is known. */
  public static ProvDocument of(PublishedLifecycle lifecycle, Origins origins) {
    LifecycleProv prov = new LifecycleProv(origins);
    Name whole = Name.of("lifecycle", lifecycle.id());
    Attributes collection = prov.document.entity(whole).type(COLLECTION);
    origins.unknown().forEach(what -> collection.with("unknown", what));
    origins
        .run(RunKind.LINK, lifecycle.events().get(0).get("tradeDate"))
        .ifPresent(run -> prov.document.relate(Kind.GENERATED, whole, prov.run(RunKind.LINK, run)));
    lifecycle.events().forEach(event -> prov.event(event, whole));
    lifecycle.versions().forEach(prov::version);
    lifecycle.links().forEach(prov::link);
    lifecycle.faults().forEach(prov::fault);
    origins.contents().forEach(prov::content);
    return prov.document;
  }

  private static Name event(String id, String date) {
    return Name.of("event", date, id);
  }

  private void event(Map<String, String> event, Name whole) {
    String date = event.get("tradeDate");
    Name stored = event(event.get("id"), date);
    events.putIfAbsent(event.get("id"), stored);
    Attributes attributes =
        document
            .entity(stored)
            .type(Name.of("Event"))
            .label(event.get("eventType") + " " + event.get("EventId"));
    event.forEach(attributes::with);
    document.relate(Kind.MEMBER, whole, stored);
    attributed(stored, event.get("ReporterId"));
    Optional<Name> linked = origins.run(RunKind.LINK, date).map(run -> run(RunKind.LINK, run));
    linked.ifPresent(run -> document.relate(Kind.USED, run, stored));
    origins.run(RunKind.PUBLISH, date).ifPresent(run -> publish(run, event, stored, linked));
  }

  private void publish(String run, Map<String, String> event, Name stored, Optional<Name> linked) {
    String date = event.get("tradeDate");
    Name activity = run(RunKind.PUBLISH, run);
    Name publication = Name.of("publication", date, run);
    Name row = Name.of("row", "events", date, event.get("id"));
    document.entity(publication).type(COLLECTION).with("tradeDate", date);
    document.entity(row).type(Name.of("Row"));
    document.relate(Kind.GENERATED, publication, activity);
    document.relate(Kind.GENERATED, row, activity);
    document.relate(Kind.DERIVED, row, stored, activity);
    document.relate(Kind.MEMBER, publication, row);
    linked.ifPresent(link -> document.relate(Kind.INFORMED, activity, link));
  }

  private void link(Map<String, String> link) {
    String date = link.get("tradeDate");
    String parent = link.get("parent");
    Name above = events.get(parent);
    if (above == null) {
      above = Name.of("event", "unreported", parent);
      document.entity(above).with("id", parent).with("unknown", "never reported");
    }
    Attributes attributes =
        document.relate(
            Kind.DERIVED,
            event(link.get("child"), date),
            above,
            origins.run(RunKind.LINK, date).map(run -> run(RunKind.LINK, run)).orElse(null));
    if (REVISIONS.contains(link.get("relation"))) {
      attributes.type(Name.prov("Revision"));
    }
    attributes.with("relation", link.get("relation"));
  }

  private void version(Map<String, String> version) {
    String id = version.get("id");
    String date = version.get("tradeDate");
    Name name = Name.of("version", date, id, version.get("version"));
    Attributes attributes = document.entity(name).type(Name.of("Version"));
    version.forEach(attributes::with);
    attributed(name, version.get("ReporterId"));
    int number = Integer.parseInt(version.get("version"));
    if (number > 1) {
      document
          .relate(Kind.DERIVED, name, Name.of("version", date, id, "" + (number - 1)))
          .type(Name.prov("Revision"));
    }
    if ("true".equals(version.get("standing")) && events.containsKey(id)) {
      document.relate(Kind.DERIVED, event(id, date), name);
    }
  }

  private void fault(Map<String, String> fault) {
    String date = fault.get("tradeDate");
    String id = fault.get("id");
    Name name =
        Name.of("fault", date, id, fault.get("role"), fault.get("ReporterId"), fault.get("status"));
    Attributes attributes = document.entity(name).type(Name.of("Fault"));
    fault.forEach(attributes::with);
    document.relate(Kind.DERIVED, name, event(id, date));
    if (fault.get("repaired") != null) {
      Name repair = Name.of("repair", date, id, fault.get("repaired"), fault.get("repairedBy"));
      document
          .activity(repair, null, null)
          .type(Name.of("Repair"))
          .with("repairedBy", fault.get("repairedBy"));
      document.relate(Kind.INVALIDATED, name, repair, fault.get("repaired"));
    }
  }

  private void content(Origins.Content content, List<Origins.Place> places) {
    Name name = Name.of("content", content.event(), content.content());
    document.entity(name).type(Name.of("Content")).with("hash", content.content());
    document.relate(Kind.DERIVED, events.get(content.event()), name);
    for (Origins.Place place : places) {
      AuditEntry entry = origins.file(place);
      Name file = Name.of("file", entry.text("sha256"));
      Name line = Name.of("line", entry.text("sha256"), "" + place.line());
      Name handIn = run(RunKind.INGEST, entry.text("run"));
      document
          .entity(file)
          .type(Name.of("File"))
          .with("path", entry.text("path"))
          .with("sha256", entry.text("sha256"))
          .with("bytes", entry.text("bytes"))
          .with("auditEntry", "" + entry.number());
      document.entity(line).type(Name.of("Line")).with("line", "" + place.line());
      document.relate(Kind.MEMBER, file, line);
      document.relate(Kind.USED, handIn, file, entry.text("time"));
      document.relate(Kind.DERIVED, name, line, handIn);
      document.relate(Kind.GENERATED, name, handIn, entry.text("time"));
    }
  }

  private void attributed(Name entity, String firm) {
    if (firm != null) {
      Name agent = Name.of("firm", firm);
      document.agent(agent).type(Name.prov("Organization")).with("mpid", firm);
      document.relate(Kind.ATTRIBUTED, entity, agent);
    }
  }

  /** A run, and who is responsible for it. */
  private Name run(RunKind kind, String run) {
    Name name = Name.of(kind.word(), run);
    Optional<AuditEntry> entry = origins.entry(kind, run);
    Attributes attributes =
        document
            .activity(name, began(run), entry.map(found -> found.text("time")).orElse(null))
            .type(Name.of(kind.word()))
            .with("run", run);
    entry
        .flatMap(origins::command)
        .ifPresent(
            command -> {
              StringBuilder words = new StringBuilder();
              for (JsonNode argument : command.fields().path("arguments")) {
                words.append(words.length() == 0 ? "" : " ").append(argument.asText());
              }
              attributes
                  .with("command", words.toString())
                  .with("auditEntry", "" + command.number());
              Name user = Name.of("user", command.text("user"));
              Name program = Name.of("program", command.text("version"));
              document.agent(user).type(Name.prov("Person")).label(command.text("user"));
              document
                  .agent(program)
                  .type(Name.prov("SoftwareAgent"))
                  .label("daisychain " + command.text("version"));
              document.relate(Kind.ASSOCIATED, name, user);
              document.relate(Kind.ASSOCIATED, name, program);
            });
    return name;
  }

  private static String began(String run) {
    try {
      return LocalDateTime.parse(run.replaceFirst("-.*", ""), RUN_TIME)
          .toInstant(ZoneOffset.UTC)
          .toString();
    } catch (DateTimeException e) {
      return null; // an id that somebody gave
    }
  }
}
