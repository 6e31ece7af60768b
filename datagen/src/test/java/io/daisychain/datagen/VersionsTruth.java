package io.daisychain.datagen;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the versions of one event say together, as plainly as docs/repairs.md reads. */
public final class VersionsTruth {
  /** By 52, then by the content's bytes. */
  public static final Comparator<GeneratedMessage> ORDER =
      Comparator.comparing(GeneratedMessage::sent)
          .thenComparing(GeneratedMessage::content)
          .thenComparing(GeneratedMessage::action, Comparator.comparing("NCD"::indexOf));

  private final List<GeneratedMessage> versions;
  private GeneratedMessage published;
  private GeneratedMessage standing;
  private final List<GeneratedMessage> others = new ArrayList<>();
  private final Set<String> withoutOriginal = new TreeSet<>();

  /** Of the messages of one event, which may be repeated. */
  public VersionsTruth(Collection<GeneratedMessage> messages) {
    Set<String> seen = new HashSet<>();
    versions =
        messages.stream()
            .sorted(ORDER)
            .filter(
                message ->
                    seen.add(
                        message.action()
                            + (message.action() == 'N' ? "" : message.sent().toString())
                            + message.content()))
            .toList();
    choose();
  }

  private void choose() {
    Set<String> reporters = new TreeSet<>();
    versions.forEach(version -> reporters.add(version.reporter()));
    List<GeneratedMessage> stand = new ArrayList<>();
    List<GeneratedMessage> deletions = new ArrayList<>();
    for (String reporter : reporters) {
      List<GeneratedMessage> own =
          versions.stream().filter(version -> version.reporter().equals(reporter)).toList();
      GeneratedMessage action = null;
      for (GeneratedMessage version : own) {
        action = version.action() == 'N' ? action : version;
      }
      if (firstNew(reporter) == null) {
        withoutOriginal.add(reporter);
      }
      if (action == null) {
        stand.add(own.get(0));
        others.addAll(own.subList(1, own.size()));
      } else if (action.action() == 'D') {
        deletions.add(action);
      } else {
        stand.add(action);
        for (GeneratedMessage later : own.subList(own.lastIndexOf(action) + 1, own.size())) {
          if (!later.content().equals(action.content())) {
            others.add(later);
          }
        }
      }
    }
    // Whoever had the id first keeps it: by his first N, else his first action.
    Comparator<GeneratedMessage> holders = Comparator.comparing(this::claim, ORDER);
    stand.sort(holders);
    deletions.sort(holders);
    if (stand.isEmpty()) {
      standing = deletions.get(0);
    } else {
      published = stand.get(0);
      standing = published;
      others.addAll(stand.subList(1, stand.size()));
    }
    others.sort(ORDER);
  }

  private GeneratedMessage claim(GeneratedMessage version) {
    GeneratedMessage first = firstNew(version.reporter());
    return first != null
        ? first
        : versions.stream()
            .filter(action -> action.reporter().equals(version.reporter()))
            .findFirst()
            .orElseThrow();
  }

  /** All versions, in their order. */
  public List<GeneratedMessage> versions() {
    return versions;
  }

  /** The version that is published; null where the event is deleted. */
  public GeneratedMessage published() {
    return published;
  }

  /** The version that stands: the published one, else the deletion. */
  public GeneratedMessage standing() {
    return standing;
  }

  /** Further contents under the key. */
  public List<GeneratedMessage> others() {
    return others;
  }

  /** Reporters of actions who have not reported the event as new. */
  public Set<String> withoutOriginal() {
    return withoutOriginal;
  }

  /** With what a reporter reported the event as new first; null if he did not. */
  public GeneratedMessage firstNew(String reporter) {
    return versions.stream()
        .filter(version -> version.action() == 'N' && version.reporter().equals(reporter))
        .findFirst()
        .orElse(null);
  }

  /** True where {@code history} has the event: of several versions, or with an action. */
  public boolean hasHistory() {
    return versions.size() > 1 || versions.get(0).action() != 'N';
  }
}
