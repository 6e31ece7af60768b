package io.daisychain.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which of the versions of an event stands: what all of them, sent until some moment, say together.
 *
 * <p>An event's versions are its actions with their contents, in order of SendingTime, then of the
 * contents' bytes. Actions count among the versions of their own reporter alone: the last
 * correction or deletion stands, and what was sent before it is settled. Without one the first
 * content stands, and every further one is another content under the same key, as is one that is
 * reported as new after a correction; after a deletion only a correction counts. Between reporters
 * whose content stands the one counts who reported the event as new first, by what he sent then: a
 * correction gives no id away. Of one who has not, his first action counts.
 */
public final class EventVersions {
  /** In place of a version's number: there is none. */
  public static final int NONE = -1;

  /**
   * One version.
   *
   * @param action what it does
   * @param sendingTime nanoseconds since 1970, {@link TableSchema#NO_TIME} if it cannot be read
   * @param reporter MPID
   * @param content hash of the content alone
   */
  public record Version(Action action, long sendingTime, String reporter, RowKey content) {
    boolean isAction() {
      return action != Action.NEW;
    }
  }

  /**
   * The order of versions: by SendingTime, content and action.
   *
   * @param content bytes of one, a character a byte
   */
  public static <T> Comparator<T> order(Function<T, Version> version, Function<T, String> content) {
    return Comparator.comparingLong((T one) -> version.apply(one).sendingTime())
        .thenComparing(content)
        .thenComparing(one -> version.apply(one).action());
  }

  private final List<Version> versions;
  private final Map<String, OfReporter> reporters = new LinkedHashMap<>();
  private final int count;
  private final int published;
  private final int lastDeletion;
  private final List<Integer> others = new ArrayList<>();

  /** What the versions of one reporter say, by their numbers. */
  private static final class OfReporter {
    int firstNew = NONE;
    int firstAction = NONE;
    int lastAction = NONE;
    int standing = NONE;
    final List<Integer> others = new ArrayList<>();

    /** With what he came by the id. */
    int first() {
      return firstNew == NONE ? firstAction : firstNew;
    }
  }

  /**
   * Looks at versions.
   *
   * @param versions in their order, each once
   */
  public EventVersions(List<Version> versions) {
    this(versions, TableSchema.NO_TIME);
  }

  /**
   * Looks at those versions that were sent until some moment.
   *
   * @param versions in their order, each once
   * @param until nanoseconds since 1970; {@link TableSchema#NO_TIME} for all
   */
  public EventVersions(List<Version> versions, long until) {
    this.versions = versions;
    int sent = 0;
    while (sent < versions.size() && versions.get(sent).sendingTime() <= until) {
      sent++;
    }
    count = sent;
    for (int i = 0; i < count; i++) {
      take(i, reporters.computeIfAbsent(versions.get(i).reporter(), name -> new OfReporter()));
    }
    OfReporter holder = null;
    OfReporter deleter = null;
    for (OfReporter reporter : reporters.values()) {
      choose(reporter);
      if (reporter.standing == NONE) {
        deleter = earlier(deleter, reporter);
      } else {
        holder = earlier(holder, reporter);
      }
    }
    published = holder == null ? NONE : holder.standing;
    lastDeletion = deleter == null ? NONE : deleter.lastAction;
    for (OfReporter reporter : reporters.values()) {
      if (reporter.standing != NONE && reporter.standing != published) {
        others.add(reporter.standing);
      }
      others.addAll(reporter.others);
    }
    others.sort(null);
  }

  private void take(int i, OfReporter of) {
    if (versions.get(i).isAction()) {
      of.firstAction = of.firstAction == NONE ? i : of.firstAction;
      of.lastAction = i;
    } else if (of.firstNew == NONE) {
      of.firstNew = i;
    }
  }

  private void choose(OfReporter of) {
    Version action = of.lastAction == NONE ? null : versions.get(of.lastAction);
    if (action != null && action.action() == Action.DELETION) {
      return;
    }
    of.standing = action == null ? of.firstNew : of.lastAction;
    String reporter = versions.get(of.standing).reporter();
    RowKey standing = versions.get(of.standing).content();
    for (int i = of.standing + 1; i < count; i++) {
      Version later = versions.get(i);
      if (later.reporter().equals(reporter) && !later.content().equals(standing)) {
        of.others.add(i);
      }
    }
  }

  /** Versions are in the order in which they are chosen from. */
  private static OfReporter earlier(OfReporter a, OfReporter b) {
    return a == null || b.first() < a.first() ? b : a;
  }

  /** Number of the versions that were sent until then. */
  public int count() {
    return count;
  }

  /** The version that is published, from 0; {@link #NONE} where none is. */
  public int published() {
    return published;
  }

  /** The version that stands, from 0: the published one, else the deletion. */
  public int standing() {
    return published == NONE ? lastDeletion : published;
  }

  /** The further contents under the key, in order: each is a duplicate. */
  public List<Integer> others() {
    return others;
  }

  /** True when the reporter of a version has reported the event as new, or repairs what was not. */
  public boolean hasOriginal(int version) {
    OfReporter of = reporters.get(versions.get(version).reporter());
    return of.firstNew != NONE || versions.get(of.firstAction).action() == Action.REPAIR;
  }

  /** First version with which the reporter of a version reported the event as new. */
  public int firstNew(int version) {
    return reporters.get(versions.get(version).reporter()).firstNew;
  }

  /** The first action of each reporter who has none reported as new, in order. */
  public List<Integer> withoutOriginal() {
    List<Integer> first = new ArrayList<>();
    for (OfReporter reporter : reporters.values()) {
      boolean isRepair =
          versions.get(reporter.firstAction == NONE ? 0 : reporter.firstAction).action()
              == Action.REPAIR;
      if (reporter.firstNew == NONE && !isRepair) {
        first.add(reporter.firstAction);
      }
    }
    return first;
  }
}
