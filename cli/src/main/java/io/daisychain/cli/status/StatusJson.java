package io.daisychain.cli.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.explorer.Answer;
import io.daisychain.linkage.plan.DateSums;
import io.daisychain.model.CalendarDates;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What was found, for the page and for programs. */
final class StatusJson {
  private static final int MOST_DATES = 400;
  private static final int MOST_RUNS = 50;

  /** A value without labels, of the text format of Prometheus. */
  private static final Pattern VALUE = Pattern.compile("(?m)^daisychain_(\\w+) (\\S+)$");

  private StatusJson() {}

  /** Health: whether all parts live, or are ready; and which. */
  static ObjectNode health(List<PartState> parts, boolean isLive) {
    ObjectNode node = Answer.object();
    node.put(isLive ? "live" : "ready", isWell(parts, isLive));
    ObjectNode all = node.putObject("parts");
    for (PartState part : parts) {
      String state = part.isAlive() ? (isLive ? "" : part.notReady()) : "has ended";
      all.put(part.name(), state.isEmpty() ? (isLive ? "live" : "ready") : state);
    }
    return node;
  }

  static boolean isWell(List<PartState> parts, boolean isLive) {
    return parts.stream().allMatch(part -> isLive ? part.isAlive() : part.isReady());
  }

  static ObjectNode of(Status status, List<PartState> parts, String metrics) throws IOException {
    ObjectNode node = Answer.object();
    node.put("at", status.at().toString());
    node.put("version", ReportOption.version());
    node.put("ready", isWell(parts, false));
    steps(node.putArray("next"), NextSteps.of(status, parts));
    ArrayNode all = node.putArray("parts");
    parts.forEach(part -> part(all.addObject(), part));
    dates(node, status);
    runs(node, status.runs());
    ObjectNode live = node.putObject("live");
    Matcher found = VALUE.matcher(metrics);
    while (found.find()) {
      live.put(found.group(1), Double.parseDouble(found.group(2)));
    }
    status
        .input()
        .ifPresent(
            input ->
                node.putObject("input")
                    .put("waiting", input.waiting())
                    .put("failed", input.failed()));
    ArrayNode firms = node.putArray("faults");
    status
        .faults()
        .forEach((firm, count) -> firms.addObject().put("firm", firm).put("open", count));
    ArrayNode disks = node.putArray("disks");
    status
        .disks()
        .forEach(
            (place, disk) ->
                disks
                    .addObject()
                    .put("place", place)
                    .put("folder", disk.folder())
                    .put("free", disk.free())
                    .put("size", disk.size()));
    node.putObject("memory")
        .put("heap", StatusGathering.usedHeap())
        .put("heapMost", Runtime.getRuntime().maxMemory())
        .put("resident", status.residentBytes());
    status.auditEntries().ifPresent(number -> node.put("auditEntries", number));
    return node;
  }

  private static void steps(ArrayNode node, List<Finding> steps) {
    steps.forEach(
        step ->
            node.addObject()
                .put("words", step.words())
                .put("fails", step.verdict() == Finding.Verdict.FAIL));
  }

  private static void part(ObjectNode node, PartState part) {
    node.put("name", part.name());
    node.put("state", part.isAlive() ? (part.isReady() ? "ready" : part.notReady()) : "has ended");
    node.put("doing", part.doing());
    put(node, "last", part.last());
    node.put("outcome", part.outcome());
    put(node, "next", part.next());
  }

  private static void put(ObjectNode node, String name, Instant time) {
    if (time != null) {
      node.put(name, time.toString());
    }
  }

  private static void dates(ObjectNode node, Status status) throws IOException {
    List<DateState> dates = status.dates();
    node.put("dateCount", dates.size());
    node.put("news", status.news());
    node.put("publishedEvents", status.publishedEvents());
    ArrayNode all = node.putArray("dates");
    for (int i = dates.size() - 1; i >= Math.max(0, dates.size() - MOST_DATES); i--) {
      DateState state = dates.get(i);
      ObjectNode date = all.addObject();
      date.put("date", CalendarDates.text(state.date().epochDay()));
      date.put("events", state.about());
      date.put("linked", state.date().events());
      date.put("news", state.waitsForLink() ? state.news(state.about()) : 0);
      date.put("state", state.state(status.knowsPublished()));
      if (status.knowsPublished()) {
        put(date, "since", state.waitsSince().orElse(null));
      }
      put(date, "linkedAt", DateState.began(state.date().linkedRun()).orElse(null));
      put(
          date,
          "publishedAt",
          state.published().flatMap(day -> DateState.began(day.run())).orElse(null));
      if (state.isLinked()) {
        DateSums sums = DateSums.of(state.date());
        date.put("orphans", sums.orphans()).put("faulty", sums.faulty());
      }
    }
  }

  private static void runs(ObjectNode node, CommandRuns.Told told) {
    ArrayNode runs = node.putArray("runs");
    for (int i = told.runs().size() - 1; i >= Math.max(0, told.runs().size() - MOST_RUNS); i--) {
      runs.addPOJO(told.runs().get(i));
    }
    ArrayNode commands = node.putArray("commands");
    told.sums().values().forEach(commands::addPOJO);
  }

  /** Numbers over time. */
  static ObjectNode over(Status status) {
    ObjectNode node = Answer.object();
    Status.COLUMNS.forEach(node.putArray("columns")::add);
    ArrayNode rows = node.putArray("rows");
    for (long[] sample : status.over()) {
      ArrayNode row = rows.addArray();
      for (long value : sample) {
        row.add(value);
      }
    }
    return node;
  }
}
