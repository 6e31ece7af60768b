package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.RowKey;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which event is meant: its id, or what its reporter calls it. */
public final class EventParameter {
  @Parameters(
      index = "0",
      paramLabel = "ID|REPORTER",
      description = "The event's id, a UUID; or the MPID of its reporter, followed by")
  private String idOrReporter;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "EVENTID",
      description = {
        "the reporter's own id of the event: ExecID (17) of an ExecutionReport, else ClOrdID (11)."
      })
  private String eventId;

  @Option(
      names = "--date",
      paramLabel = "YYYYMMDD",
      description = "The trade date, where a reporter used EVENTID on several; YYYY-MM-DD is fine.")
  private String date;

  /** The id, if it is given. */
  public Optional<RowKey> id() {
    if (eventId != null) {
      return Optional.empty();
    }
    try {
      return Optional.of(RowKey.parse(idOrReporter));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          idOrReporter + " is not a UUID; without one it takes REPORTER and EVENTID", e);
    }
  }

  public String reporter() {
    return idOrReporter;
  }

  public String eventId() {
    return eventId;
  }

  /** The trade date, if it is given. */
  public Optional<LocalDate> date() {
    if (date == null) {
      return Optional.empty();
    }
    try {
      DateTimeFormatter form =
          date.contains("-") ? DateTimeFormatter.ISO_LOCAL_DATE : DateTimeFormatter.BASIC_ISO_DATE;
      return Optional.of(LocalDate.parse(date, form));
    } catch (DateTimeException e) {
      throw new UsageException("--date=" + date + " is no date: YYYYMMDD or YYYY-MM-DD", e);
    }
  }

  /** Fails where something given makes no sense. */
  public void check() {
    id();
    if (date().isPresent() && eventId == null) {
      throw new UsageException("--date goes with REPORTER and EVENTID; an id needs none");
    }
  }

  /** As the user wrote it. */
  public String shown() {
    return eventId == null
        ? idOrReporter
        : idOrReporter + " " + eventId + date().map(day -> " of " + day).orElse("");
  }
}
