package io.daisychain.cli.provenance;

import io.daisychain.audit.AuditEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What store and audit log know of where a lifecycle's events came from, and which runs made them
 * what they are; as far as there is a store or a log.
 */
public final class Origins {
  /**
   * A content of a stored event.
   *
   * @param event its id
   * @param content name of the content, made of its hash
   */
  public record Content(String event, String content) {}

  /**
   * A line of a file that was handed in.
   *
   * @param entry number of the audit log's entry of the file
   * @param line from 1
   */
  record Place(long entry, long line) {}

  /** By trade date, the runs of a kind that made it what it is. */
  public enum RunKind {
    INGEST("ingest", "handed in"),
    LINK("link", "linked"),
    PUBLISH("publish", "published");

    private final String word;
    private final String entry;

    RunKind(String word, String entry) {
      this.word = word;
      this.entry = entry;
    }

    String word() {
      return word;
    }
  }

  private final Map<Content, List<Place>> contents = new LinkedHashMap<>();
  private final Map<RunKind, Map<String, List<String>>> runs = new HashMap<>();
  private final Map<Long, AuditEntry> files = new LinkedHashMap<>();
  private final Map<Long, AuditEntry> commands = new HashMap<>();
  private final Map<String, AuditEntry> ofRuns = new HashMap<>();
  private final List<String> unknown = new ArrayList<>();

  /** Takes note of an entry of the audit log. */
  public void note(AuditEntry entry) {
    if (entry.kind().equals("command")) {
      commands.put(entry.number(), entry);
    } else if (entry.kind().equals(RunKind.INGEST.entry)) {
      files.put(entry.number(), entry);
    }
    for (RunKind kind : RunKind.values()) {
      if (entry.kind().equals(kind.entry)) {
        ofRuns.put(kind + entry.text("run"), entry);
      }
    }
  }

  /** A content that the store has. */
  public void stored(String event, String content) {
    contents.computeIfAbsent(new Content(event, content), none -> new ArrayList<>());
  }

  /** Where a content was found in a file that was handed in. */
  public void found(String event, String content, long entry, long line) {
    stored(event, content);
    contents.get(new Content(event, content)).add(new Place(entry, line));
  }

  /**
   * A run that did something with a trade date.
   *
   * @param date as {@code 2026-03-16}
   */
  public void ran(RunKind kind, String date, String run) {
    runs.computeIfAbsent(kind, none -> new HashMap<>())
        .computeIfAbsent(date, none -> new ArrayList<>())
        .add(run);
  }

  /** Something that is not known, and why. */
  public void unknown(String what) {
    unknown.add(what);
  }

  public List<String> unknown() {
    return unknown;
  }

  Map<Content, List<Place>> contents() {
    return contents;
  }

  /** The last run of a kind that did something with a date. */
  Optional<String> run(RunKind kind, String date) {
    List<String> all = runs.getOrDefault(kind, Map.of()).getOrDefault(date, List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /** What the audit log says of a run; of an ingest its last file. */
  Optional<AuditEntry> entry(RunKind kind, String run) {
    return Optional.ofNullable(ofRuns.get(kind + run));
  }

  /** The command that entered something. */
  Optional<AuditEntry> command(AuditEntry entry) {
    return Optional.ofNullable(commands.get(entry.fields().path("of").asLong()));
  }

  /** The entry of a file that was handed in. */
  AuditEntry file(Place place) {
    return files.get(place.entry());
  }
}
