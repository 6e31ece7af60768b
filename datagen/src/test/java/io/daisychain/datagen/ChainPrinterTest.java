package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.OrderChain.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is printed of a chain, read back and compared with the model. */
class ChainPrinterTest {
  private static final String NAME = "\"((?:[^\"\\\\]|\\\\.)*)\"";
  private static final Pattern NODE =
      Pattern.compile("  " + NAME + " \\[label=" + NAME + "(, peripheries=2)?\\];");
  private static final Pattern EDGE =
      Pattern.compile("  " + NAME + " -> " + NAME + " \\[label=" + NAME + "\\];");

  @ParameterizedTest
  @MethodSource("io.daisychain.datagen.TransitionFrequencyTest#models")
  void theGraphHasEachStateAndTransitionOfTheModel(String model) {
    assertGraphIs(WorkloadPlan.of(GeneratorSettings.to("unused").withModel(model)));
  }

  @Test
  void namesWithQuotesAndBackslashesStayWhatTheyAre() {
    String inYaml = "\"Say \\\"all\\\" \\\\ none\\\\\"";
    String yaml =
        BuiltInModels.yaml("equities")
            .replaceAll("\\bWorking\\b", Matcher.quoteReplacement(inYaml));
    WorkloadPlan plan = WorkloadPlan.of(GeneratorSettings.to("unused"), "odd.yaml", yaml);

    assertGraphIs(plan);
    String row = "Say \"all\" \\ none\\";
    assertTrue(new ChainPrinter(plan).table().stream().anyMatch(line -> line.startsWith(row)));
  }

  @Test
  void theTableHasALineForEachState() {
    WorkloadPlan plan = WorkloadPlan.of(GeneratorSettings.to("unused").withModel("market-maker"));

    List<String> table = new ChainPrinter(plan).table();

    assertEquals(1 + plan.chain().states().size(), table.size());
    for (ChainState state : plan.chain().states()) {
      String line = table.get(1 + plan.chain().states().indexOf(state));
      assertTrue(line.startsWith(state.name + " "), line);
      for (int i = 0; i < state.transitions(); i++) {
        assertTrue(line.contains(" " + plan.chain().states().get(state.next(i)).name + " "), line);
      }
      assertEquals(state.isFinal(), line.endsWith(" end"), line);
    }
  }

  private static void assertGraphIs(WorkloadPlan plan) {
    Map<String, String> nodes = new TreeMap<>();
    Map<String, Double> edges = new TreeMap<>();
    List<String> lines = new ChainPrinter(plan).dot().lines().toList();
    assertEquals("digraph \"" + plan.modelName() + "\" {", lines.get(0));
    assertEquals("}", lines.get(lines.size() - 1));
    for (String line : lines.subList(3, lines.size() - 1)) {
      Matcher node = NODE.matcher(line);
      Matcher edge = EDGE.matcher(line);
      if (node.matches()) {
        String label = node.group(2) + (node.group(3) == null ? "" : node.group(3));
        assertNull(nodes.put(plain(node.group(1)), label), line);
      } else {
        assertTrue(edge.matches(), line);
        String ends = plain(edge.group(1)) + "\n" + plain(edge.group(2));
        assertNull(edges.put(ends, Double.valueOf(edge.group(3))), line);
      }
    }
    assertEquals(nodes(plan.chain()), nodes);
    assertEquals(edges(plan.chain()), edges);
  }

  private static String plain(String quoted) {
    return quoted.replaceAll("\\\\(.)", "$1");
  }

  private static Map<String, String> nodes(OrderChain chain) {
    Map<String, String> labels = new TreeMap<>();
    for (ChainState state : chain.states()) {
      String name = state.name.replace("\\", "\\\\").replace("\"", "\\\"");
      labels.put(state.name, name + (state.action == ChainAction.NONE ? "" : "\\n" + state.action));
    }
    Map<String, List<String>> kinds = new TreeMap<>();
    for (Entry entry : Entry.values()) {
      kinds
          .computeIfAbsent(chain.states().get(chain.entry(entry)).name, key -> new ArrayList<>())
          .add(entry.name().toLowerCase(Locale.ROOT));
    }
    kinds.forEach(
        (state, entries) ->
            labels.merge(
                state, "\\n" + String.join(", ", entries) + ", peripheries=2", String::concat));
    return labels;
  }

  private static Map<String, Double> edges(OrderChain chain) {
    Map<String, Double> probabilities = new TreeMap<>();
    for (ChainState state : chain.states()) {
      for (int i = 0; i < state.transitions(); i++) {
        String ends = state.name + "\n" + chain.states().get(state.next(i)).name;
        probabilities.put(ends, Math.round(state.probability(i) * 1e9) / 1e9);
      }
    }
    return probabilities;
  }
}
