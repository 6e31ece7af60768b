package io.daisychain.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * Holds the lines of an {@link AuditLog} against one another, and against heads that were kept
 * elsewhere.
 *
 * <p>A line that was changed is named where the chain is left as it was behind it. Who has written
 * the chain anew from a line on is found by a head of that line or a later one, and by that alone.
 */
public final class ChainCheck {
  private final List<String> faults = new ArrayList<>();
  private final TreeMap<Long, List<String>> heads = new TreeMap<>();
  private final String file;
  private AuditHead last = new AuditHead(0, AuditEntry.NONE);
  private long lines;

  /** Whether what the line before is held against is known to be as it was written. */
  private boolean isLinked = true;

  private ChainCheck(String file, Collection<AuditHead> kept) {
    this.file = file;
    for (AuditHead head : kept) {
      heads.computeIfAbsent(head.number(), none -> new ArrayList<>()).add(head.hash());
    }
  }

  /**
   * Checks a log.
   *
   * @param kept heads that were kept elsewhere
   */
  public static ChainCheck of(AuditLog log, Collection<AuditHead> kept) throws IOException {
    ChainCheck check = new ChainCheck(log.file().toString(), kept);
    log.lines(check::line);
    check.end();
    return check;
  }

  private void line(byte[] bytes) {
    lines++;
    AuditEntry entry;
    try {
      entry = AuditEntry.parse(bytes);
    } catch (IOException e) {
      fault("line " + lines + " is no entry: " + e.getMessage());
      last = new AuditHead(last.number() + 1, Sha256.of(bytes));
      isLinked = false;
      return;
    }
    if (entry.number() > last.number() + 1) {
      fault(
          entry.number() == last.number() + 2
              ? "line %d: entry %d is missing".formatted(lines, last.number() + 1)
              : "line %d: entries %d to %d are missing"
                  .formatted(lines, last.number() + 1, entry.number() - 1));
      isLinked = false;
    } else if (entry.number() <= last.number()) {
      fault("line %d: entry %d comes after %d".formatted(lines, entry.number(), last.number()));
      isLinked = false;
    } else if (!entry.previous().equals(last.hash())) {
      if (isLinked) {
        fault(
            last.number() == 0
                ? "entry 1 was changed, or those before it are missing"
                : "entry %d was changed, or what entry %d says of it"
                    .formatted(last.number(), entry.number()));
      }
      isLinked = false;
    } else {
      isLinked = true;
    }
    last = entry.head();
    List<String> wanted = heads.remove(entry.number());
    if (wanted != null && !wanted.stream().allMatch(entry.hash()::equals)) {
      fault(
          "entry %d is not the one of the head that was kept: it, or one before it, was changed"
              .formatted(entry.number()));
    }
  }

  private void end() {
    if (lines == 0) {
      fault("there is no entry");
    }
    heads
        .keySet()
        .forEach(
            number ->
                fault(
                    "entry %d, whose head was kept, is missing: the log ends with %d"
                        .formatted(number, last.number())));
  }

  private void fault(String words) {
    faults.add(file + ": " + words);
  }

  /** What was changed, a sentence each; empty for nothing. */
  public List<String> faults() {
    return faults;
  }

  /** Where the log ends. */
  public AuditHead head() {
    return last;
  }
}
