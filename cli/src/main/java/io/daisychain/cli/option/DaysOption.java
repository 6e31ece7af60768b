package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.linkage.plan.LinkDays;
import io.daisychain.model.CalendarDates;
import io.daisychain.store.dates.StoredDate;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Which trade dates a command works on. */
public final class DaysOption {
  private static final String CHANGED = "changed";
  private static final String ALL = "all";

  @Option(
      names = "--days",
      paramLabel = "changed|all|DATE,...",
      defaultValue = CHANGED,
      description =
          "Trade dates: those with news since last time, all, or a list such as"
              + " 20260316,20260317. Default: ${DEFAULT-VALUE}")
  private String days = CHANGED;

  /** All of the store. */
  public static DaysOption all() {
    DaysOption option = new DaysOption();
    option.days = ALL;
    return option;
  }

  /** Dates of a list such as 20260316,20260317. */
  public static Set<Integer> parse(String option, String list) {
    Set<Integer> dates = new TreeSet<>();
    for (String text : list.split(",", -1)) {
      OptionalInt date = CalendarDates.parse(text);
      if (date.isEmpty()) {
        throw new UsageException(
            option + "=" + list + ": '" + text + "' is no date such as 20260316");
      }
      dates.add(date.getAsInt());
    }
    return dates;
  }

  /** Checks the option, before anything starts. */
  public void check() {
    if (!isChanged() && !isAll()) {
      given();
    }
  }

  public boolean isChanged() {
    return days.equals(CHANGED);
  }

  public boolean isAll() {
    return days.equals(ALL);
  }

  /** The dates that are listed; none for changed and all. */
  public Set<Integer> given() {
    return isChanged() || isAll() ? Set.of() : parse("--days", days);
  }

  /** What link is asked for. */
  public LinkDays ofLink() {
    return new LinkDays(isAll(), given());
  }

  /** Fails where a date is listed that the store does not have. */
  public void requireStored(Collection<StoredDate> stored) {
    Set<Integer> missing = new TreeSet<>(given());
    stored.forEach(date -> missing.remove(date.epochDay()));
    if (!missing.isEmpty()) {
      throw new UsageException(
          "--days=" + days + ": the store has no " + CalendarDates.text(missing.iterator().next()));
    }
  }
}
