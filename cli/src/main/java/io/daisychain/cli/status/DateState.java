package io.daisychain.cli.status;

import io.daisychain.model.CalendarDates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.PublishedDay;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What has become of a trade date.
 *
 * @param date as the store has it
 * @param published as the warehouse has it; empty where it has not
 */
public record DateState(StoredDate date, Optional<PublishedDay> published) {
  /** When a run began, as its name says. */
  private static final Pattern BEGAN = Pattern.compile("\\b(\\d{8}T\\d{6})Z\\b");

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss");

  /** The states of a store's dates. */
  public static List<DateState> of(List<StoredDate> dates, Map<Integer, PublishedDay> published) {
    return dates.stream()
        .map(date -> new DateState(date, Optional.ofNullable(published.get(date.epochDay()))))
        .toList();
  }

  /** Whether a link run has completed it once. */
  public boolean isLinked() {
    return date.linkedVersion() > 0;
  }

  /** Whether link has something to do. */
  public boolean waitsForLink() {
    return !isLinked() || !date.news().isEmpty();
  }

  /** Whether it is not published as it is now. */
  public boolean waitsForPublish() {
    return published.isEmpty() || published.get().version() != date.version();
  }

  /** Whether link has to look at all of it: of that nobody has counted the changes. */
  public boolean isNewsWhole() {
    return !isLinked()
        || date.news().stream().anyMatch(c -> c.count() < 0 || c.kind() == StoredDate.Kind.BASIS);
  }

  /**
   * Events stored since the last link run, or that link has to look at again.
   *
   * @param events that it has
   */
  public long news(long events) {
    return isNewsWhole() ? events : counted();
  }

  /** Events that it has, without a look at them: one that is stored again counts twice. */
  long about() {
    return date.events() + counted();
  }

  private long counted() {
    return date.news().stream().mapToLong(change -> Math.max(0, change.count())).sum();
  }

  /** Since when what is stored of it waits to be published; empty where nothing waits. */
  Optional<Instant> waitsSince() {
    long version = published.map(PublishedDay::version).orElse(0L);
    return date.changes().stream()
        .filter(change -> change.version() > version)
        .flatMap(change -> began(change.run()).stream())
        .findFirst();
  }

  /** When a run began; empty where its name does not say. */
  static Optional<Instant> began(String run) {
    Matcher found = BEGAN.matcher(run);
    return found.find()
        ? Optional.of(LocalDateTime.parse(found.group(1), STAMP).toInstant(ZoneOffset.UTC))
        : Optional.empty();
  }

  /**
   * What it waits for, in a word or two.
   *
   * @param knowsPublished whether it is known what is published
   */
  String state(boolean knowsPublished) {
    if (waitsForLink()) {
      return isLinked() ? "news for link" : "not linked";
    }
    if (!knowsPublished) {
      return "linked";
    }
    if (waitsForPublish()) {
      return published.isEmpty() ? "not published" : "news for publish";
    }
    return "published";
  }

  /** What link has to do, in words that end with what helps; empty for nothing. */
  public static Optional<String> unlinked(List<DateState> dates) {
    return named(dates, DateState::waitsForLink)
        .map(names -> "not linked since the last change: " + names + ", run link");
  }

  /** What publish has to do; empty for nothing. */
  static Optional<String> unpublished(List<DateState> dates) {
    return named(dates, date -> !date.waitsForLink() && date.waitsForPublish())
        .map(names -> "not published since the last change: " + names + ", run publish");
  }

  private static Optional<String> named(List<DateState> dates, Predicate<DateState> which) {
    String names =
        dates.stream()
            .filter(which)
            .map(state -> CalendarDates.text(state.date.epochDay()))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }
}
