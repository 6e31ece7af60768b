package io.daisychain.datagen;

import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lineage and errors of a few messages, found as slowly and plainly as the contract's text reads.
 * Shares nothing with the generator but the messages.
 */
final class BruteForce {
  private final Map<RowKey, GeneratedMessage> events = new HashMap<>();
  private final Map<RowKey, List<GeneratedMessage>> children = new HashMap<>();
  private final Set<String> symbols;
  private final Set<String> deprecated;
  private final Set<String> customers;

  BruteForce(
      List<GeneratedMessage> messages,
      Set<String> symbols,
      Set<String> deprecated,
      Set<String> customers) {
    this.symbols = symbols;
    this.deprecated = deprecated;
    this.customers = customers;
    for (GeneratedMessage message : messages) {
      if (events.put(message.key(), message) != null) {
        throw new AssertionError("one key twice: " + message.text());
      }
      for (RowKey parent : message.parents()) {
        children.computeIfAbsent(parent, key -> new ArrayList<>()).add(message);
      }
    }
  }

  /** With the reference data that the generator writes. */
  static BruteForce of(WorkloadPlan plan, List<GeneratedMessage> messages) {
    ReferenceFiles files = new ReferenceFiles(plan.market(), plan.settings().tradeDate());
    ByteArrayOutputStream symbolLines = new ByteArrayOutputStream();
    ByteArrayOutputStream customerLines = new ByteArrayOutputStream();
    try {
      files.writeSymbols(symbolLines);
      files.writeCustomers(customerLines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Set<String> symbols = new HashSet<>();
    Set<String> deprecated = new HashSet<>();
    for (String line : symbolLines.toString(StandardCharsets.US_ASCII).lines().skip(1).toList()) {
      String[] columns = line.split(",", -1);
      (columns[3].isEmpty() ? symbols : deprecated).add(columns[0]);
    }
    Set<String> customers = new HashSet<>();
    customerLines
        .toString(StandardCharsets.US_ASCII)
        .lines()
        .skip(1)
        .forEach(line -> customers.add(line.substring(0, line.indexOf(','))));
    return new BruteForce(messages, symbols, deprecated, customers);
  }

  /** A line of the truth for a message. */
  String line(GeneratedMessage message) {
    List<String> parents = message.parents().stream().map(RowKey::toString).toList();
    return String.join(
        ",",
        message.key().toString(),
        String.join("|", parents),
        grandparent(message).toString(),
        message.type().name(),
        String.join(";", errors(message)));
  }

  private RowKey grandparent(GeneratedMessage message) {
    Set<RowKey> seen = new HashSet<>();
    List<GeneratedMessage> open = new ArrayList<>(List.of(message));
    List<GeneratedMessage> roots = new ArrayList<>();
    while (!open.isEmpty()) {
      GeneratedMessage at = open.remove(open.size() - 1);
      if (!seen.add(at.key())) {
        continue;
      }
      List<GeneratedMessage> reported = reportedParents(at);
      if (reported.isEmpty()) {
        roots.add(at);
      }
      open.addAll(reported);
    }
    return roots.stream()
        .min(Comparator.comparingLong(GeneratedMessage::nanos).thenComparing(GeneratedMessage::key))
        .orElseThrow()
        .key();
  }

  private List<GeneratedMessage> reportedParents(GeneratedMessage message) {
    return message.parents().stream().filter(events::containsKey).map(events::get).toList();
  }

  private List<GeneratedMessage> childrenOf(GeneratedMessage message) {
    return children.getOrDefault(message.key(), List.of());
  }

  /** In the order of the statuses' declaration. */
  private Set<String> errors(GeneratedMessage message) {
    List<String> order =
        java.util.Arrays.stream(io.daisychain.model.ErrorStatus.values()).map(Enum::name).toList();
    Set<String> found = new TreeSet<>(Comparator.comparingInt(order::indexOf));
    checkAlone(message, found);
    checkParents(message, found);
    for (GeneratedMessage child : childrenOf(message)) {
      checkPair(child, message, found);
    }
    if (message.type() == EventType.ROUTE && !isAnswered(message)) {
      found.add("UNACCEPTED");
    }
    if (isFirstVersion(message) && isOverfilled(message)) {
      found.add("OVERFILL");
    }
    return found;
  }

  private void checkAlone(GeneratedMessage message, Set<String> found) {
    boolean badEnum = message.value(21).equals("9") || message.value(102).equals("9");
    addIf(found, "STRUCTURE", badEnum);
    String customer = message.value(109);
    addIf(found, "UNKNOWN_CUSTOMER", !customer.isEmpty() && !customers.contains(customer));
    String symbol = message.value(55);
    boolean old = deprecated.contains(symbol);
    addIf(found, "DEPRECATED_SYMBOL", old);
    addIf(found, "UNKNOWN_SYMBOL", !symbol.isEmpty() && !old && !symbols.contains(symbol));
  }

  private void checkParents(GeneratedMessage message, Set<String> found) {
    addIf(found, "ORPHAN", reportedParents(message).size() < message.parents().size());
    for (GeneratedMessage parent : reportedParents(message)) {
      checkPair(message, parent, found);
      addIf(found, "OUT_OF_SEQUENCE", parent.nanos() - message.nanos() > 50_000_000L);
    }
  }

  private static void checkPair(
      GeneratedMessage child, GeneratedMessage parent, Set<String> found) {
    String a = child.value(55);
    String b = parent.value(55);
    addIf(found, "SYMBOL_MISMATCH", !a.isEmpty() && !b.isEmpty() && !a.equals(b));
    String side = child.value(54);
    String above = parent.value(54);
    addIf(
        found,
        "SIDE_MISMATCH",
        !side.isEmpty() && !above.isEmpty() && !group(side).equals(group(above)));
  }

  private static String group(String side) {
    return "13".contains(side) ? "buy" : "2456".contains(side) ? "sell" : side;
  }

  private boolean isAnswered(GeneratedMessage route) {
    if (childrenOf(route).stream().anyMatch(child -> child.type() == EventType.ACCEPT)) {
      return true;
    }
    List<GeneratedMessage> open = new ArrayList<>(childrenOf(route));
    while (!open.isEmpty()) {
      GeneratedMessage at = open.remove(open.size() - 1);
      if (at.type() == EventType.REJECTED || at.type() == EventType.CANCELED) {
        return true;
      }
      open.addAll(childrenOf(at));
    }
    return false;
  }

  private boolean isFirstVersion(GeneratedMessage message) {
    boolean version = message.type() == EventType.REPLACE || message.type() == EventType.CANCEL;
    return message.type().isOrder() || (version && reportedParents(message).isEmpty());
  }

  /** Fills of all versions against the largest of their quantities. */
  private boolean isOverfilled(GeneratedMessage first) {
    long most = 0;
    long filled = 0;
    List<GeneratedMessage> versions = new ArrayList<>(List.of(first));
    while (!versions.isEmpty()) {
      GeneratedMessage version = versions.remove(versions.size() - 1);
      most = Math.max(most, version.number(38));
      for (GeneratedMessage child : childrenOf(version)) {
        if (child.type() == EventType.REPLACE || child.type() == EventType.CANCEL) {
          versions.add(child);
        } else if (child.type().isFill()) {
          filled += standing(child);
        } else if (child.type() == EventType.RESTATED) {
          most = Math.max(most, child.number(38));
        }
      }
    }
    return filled > most;
  }

  /** What is left of a fill after the busts and corrections that hang on it. */
  private long standing(GeneratedMessage fill) {
    GeneratedMessage latest = fill;
    List<GeneratedMessage> chain = new ArrayList<>(List.of(fill));
    while (!chain.isEmpty()) {
      for (GeneratedMessage next : childrenOf(chain.remove(chain.size() - 1))) {
        if (next.type() == EventType.BUST) {
          return 0;
        }
        if (next.type() == EventType.CORRECT) {
          latest = next.nanos() > latest.nanos() ? next : latest;
          chain.add(next);
        }
      }
    }
    return latest.number(32);
  }

  private static void addIf(Set<String> found, String status, boolean condition) {
    if (condition) {
      found.add(status);
    }
  }
}
