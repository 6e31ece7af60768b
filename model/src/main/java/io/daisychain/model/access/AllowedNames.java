package io.daisychain.model.access;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names that somebody may use.
 *
 * @param all true for every name, also those that nobody has thought of
 * @param names those, if not all, in order
 */
public record AllowedNames(boolean all, Set<String> names) {
  /** How a file writes every name. */
  public static final String ALL = "*";

  /** Names of their own. */
  public AllowedNames {
    names = java.util.Collections.unmodifiableSet(new TreeSet<>(names));
  }

  /** Every name. */
  public static AllowedNames everything() {
    return new AllowedNames(true, Set.of());
  }

  /** These. */
  public static AllowedNames of(Collection<String> names) {
    return names.contains(ALL) ? everything() : new AllowedNames(false, new TreeSet<>(names));
  }

  /** Whether a name is one of them. */
  public boolean has(String name) {
    return all || names.contains(name);
  }

  @Override
  public String toString() {
    return all ? ALL : String.join("|", names);
  }
}
