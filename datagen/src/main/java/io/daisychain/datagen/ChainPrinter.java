package io.daisychain.datagen;

import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.OrderChain.Entry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Writes the Markov chain of a workload's model: as a table, and as a graph for Graphviz. */
public final class ChainPrinter {
  /** Decimals of a probability; the model's rows sum to 1 within a billionth. */
  private static final int DECIMALS = 9;

  private final OrderChain chain;

  /** Prints the chain that {@code plan} was made with. */
  public ChainPrinter(WorkloadPlan plan) {
    chain = plan.chain();
  }

  /** A line for each state: its name, its action, and the next states with their probabilities. */
  public List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(line("state", "action", "next states and their probabilities"));
    for (ChainState state : chain.states()) {
      List<String> next = new ArrayList<>();
      for (int i = 0; i < state.transitions(); i++) {
        next.add(nameOf(state.next(i)) + " " + probability(state, i));
      }
      lines.add(line(state.name, action(state), next.isEmpty() ? "end" : String.join(", ", next)));
    }
    return lines;
  }

  private static String line(String state, String action, String next) {
    return String.format(Locale.ROOT, "%-26s%-18s%s", state, action, next);
  }

  /**
   * A digraph in Graphviz's DOT language: a node for each state, with its action and the kinds of
   * orders that begin there, and an edge for each transition, with its probability.
   */
  public String dot() {
    StringBuilder dot = new StringBuilder("digraph ").append(quoted(chain.name())).append(" {\n");
    dot.append("  rankdir=LR;\n  node [shape=box];\n");
    for (int s = 0; s < chain.states().size(); s++) {
      ChainState state = chain.states().get(s);
      String entries = entries(s);
      StringJoiner label = new StringJoiner("\\n", "\"", "\"").add(escaped(state.name));
      if (state.action != ChainAction.NONE) {
        label.add(state.action.name());
      }
      if (!entries.isEmpty()) {
        label.add(entries);
      }
      dot.append("  ").append(quoted(state.name)).append(" [label=").append(label);
      dot.append(entries.isEmpty() ? "" : ", peripheries=2").append("];\n");
    }
    for (ChainState state : chain.states()) {
      for (int i = 0; i < state.transitions(); i++) {
        dot.append("  ").append(quoted(state.name)).append(" -> ");
        dot.append(quoted(nameOf(state.next(i))));
        dot.append(" [label=\"").append(probability(state, i)).append("\"];\n");
      }
    }
    return dot.append("}\n").toString();
  }

  private String nameOf(int state) {
    return chain.states().get(state).name;
  }

  private static String action(ChainState state) {
    return state.action == ChainAction.NONE ? "" : state.action.name();
  }

  /** The kinds of orders of which the walk begins in a state. */
  private String entries(int state) {
    List<String> kinds = new ArrayList<>();
    for (Entry entry : Entry.values()) {
      if (chain.entries().getOrDefault(entry, -1) == state) {
        kinds.add(entry.name().toLowerCase(Locale.ROOT));
      }
    }
    return String.join(", ", kinds);
  }

  private static String probability(ChainState state, int position) {
    return BigDecimal.valueOf(state.probability(position))
        .setScale(DECIMALS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String quoted(String name) {
    return '"' + escaped(name) + '"';
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
