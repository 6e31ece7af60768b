package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MarketShardTest {
  private static GeneratorSettings settings() {
    return GeneratorSettings.to("unused")
        .withWorkload(100, 18_000)
        .withModel("stress")
        .withShards(2)
        .withTruth();
  }

  private static Map<String, ByteArrayOutputStream> generate(GeneratorSettings settings)
      throws IOException {
    Map<String, ByteArrayOutputStream> files = new TreeMap<>();
    WorkloadPlan plan = WorkloadPlan.of(settings);
    for (int shard = 0; shard < plan.shards(); shard++) {
      Generator.generateShard(
          plan, shard, name -> files.computeIfAbsent(name, key -> new ByteArrayOutputStream()));
    }
    assertTrue(plan.files().containsAll(files.keySet()), files.keySet()::toString);
    return files;
  }

  private static List<String> lines(Map<String, ByteArrayOutputStream> files, String name) {
    return files.get(name).toString(StandardCharsets.US_ASCII).lines().toList();
  }

  @Test
  void theMessagesAreTheSameBesideAMarket() throws IOException {
    Map<String, ByteArrayOutputStream> without = generate(settings());
    Map<String, ByteArrayOutputStream> with = generate(settings().withMarket());

    without.forEach(
        (name, bytes) ->
            assertArrayEquals(bytes.toByteArray(), with.get(name).toByteArray(), name));
    assertEquals(without.size() + 6, with.size());
    assertFalse(without.keySet().stream().anyMatch(name -> name.startsWith("quotes")));
  }

  @Test
  void thereAreSomeTenQuotesAnEventAndOfEachMeasureSome() throws IOException {
    Map<String, ByteArrayOutputStream> files = generate(settings().withMarket());

    int quotes = 0;
    int oneSided = 0;
    for (int shard = 0; shard < 2; shard++) {
      List<String> lines = lines(files, "quotes-0000" + shard + "-of-00002.csv");
      quotes += lines.size() - 1;
      for (String line : lines.subList(1, lines.size())) {
        oneSided += line.endsWith(",0.00,0") ? 1 : 0;
      }
    }
    assertTrue(quotes >= 144_000 && quotes < 240_000, quotes + " quotes");
    assertTrue(oneSided > 10, oneSided + " of one side");
    List<String> truth = new ArrayList<>(lines(files, "part-of-truth-market-00000-of-00002.csv"));
    truth.addAll(lines(files, "part-of-truth-market-00001-of-00002.csv"));
    for (String kind : List.of("tradeThrough", "effectiveSpread", "priceImprovement")) {
      assertTrue(truth.stream().anyMatch(line -> line.contains("," + kind + ",")), kind);
    }
    assertTrue(lines(files, "trades-00000-of-00002.csv").size() > 10);
  }

  @Test
  void errorsLeaveNoTruthOfTheMarket() throws IOException {
    Map<String, ByteArrayOutputStream> files = generate(settings().withErrors(0.01).withMarket());

    assertFalse(files.keySet().stream().anyMatch(name -> name.contains("truth-market")));
    assertTrue(files.containsKey("quotes-00001-of-00002.csv"));
  }
}
