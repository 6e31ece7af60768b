package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What those pay who take, as the truth of a market says, beside what is published. */
class ExecutionQualityIT {
  @TempDir private Path folder;
  private final Map<String, Double> values = new TreeMap<>(); // of an execution, by kind
  private double quoted;
  private double effective;
  private double realized;
  private int executions;

  /** Of both sides of each trade, one of which paid what the other got; as shares of the price. */
  private void measure(String trading, long seed) throws IOException {
    Path model = folder.resolve("model.yaml");
    Files.writeString(model, TradingModel.with(trading));
    ByteArrayOutputStream truth = new ByteArrayOutputStream();
    WorkloadPlan plan =
        WorkloadPlan.of(
            GeneratorSettings.to("unused")
                .withWorkload(100, 120_000)
                .withModel(model.toString())
                .withShards(1)
                .withSeed(seed)
                .withMarket()
                .withTruth());
    Generator.generateShard(
        plan, 0, name -> name.contains("truth-market") ? truth : OutputStream.nullOutputStream());
    String before = "";
    for (String line : truth.toString(StandardCharsets.US_ASCII).lines().toList()) {
      String[] fields = line.split(",", -1);
      if (!fields[0].equals(before)) {
        add();
        values.clear();
        before = fields[0];
      }
      if (!fields[2].isEmpty() && !line.startsWith("id,")) {
        values.put(fields[1], Double.valueOf(fields[2]));
      }
    }
    add();
  }

  private void add() {
    boolean isWhole =
        values.containsKey("effectiveSpread") && values.containsKey("realizedSpread1m");
    if (isWhole && values.get("quotedSpread") > 0) {
      double price = (values.get("bid") + values.get("ask")) / 2;
      double paid = values.get("effectiveSpread");
      quoted += values.get("quotedSpread") / price;
      effective += Math.abs(paid) / price;
      realized += values.get("realizedSpread1m") * Math.signum(paid) / price;
      executions++;
    }
  }

  private String all() {
    return String.format(
        "of %d: quoted %.2f, effective %.2f and realized spread %.2f basis points",
        executions,
        1e4 * quoted / executions,
        1e4 * effective / executions,
        1e4 * realized / executions);
  }

  /**
   * Effective in quoted spread 0.76 (Blume and Goldstein, "Displayed and effective spreads by
   * market", 1992), 0.77 in the demo; the realized one is well below the effective one, as who
   * takes knows something.
   */
  @Test
  void whoTakesPaysLessThanIsQuotedAndKeepsSomeOfIt() throws IOException {
    measure("hidden: 0.3", 41);

    assertEquals(0.8, effective / quoted, 0.06, all());
    assertTrue(realized > 0.2 * effective && realized < 0.8 * effective, all());
  }

  @Test
  void nobodyKnowsAnythingWhereTheModelSaysSo() throws IOException {
    measure("hidden: 0, informed: 0", 41);

    assertTrue(effective > 0.85 * quoted, all());
    assertEquals(1, realized / effective, 0.15, all());
  }
}
