package io.daisychain.cli.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Alerts, board and docs name metrics that the program writes, and the docs name all of ours. */
class MonitoringFilesTest {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final Path MONITORING = HOME.resolve("infra/monitoring");
  private static final Pattern METRIC = Pattern.compile("\\bdaisychain_[a-z_]+");
  private static final Pattern WRITTEN = Pattern.compile("\"(daisychain_[a-z_]+)[\"{]");

  private static Set<String> found(Pattern pattern, int group, Path... files) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path file : files) {
      for (MatchResult match : pattern.matcher(Files.readString(file)).results().toList()) {
        names.add(match.group(group).replaceFirst("_(bucket|sum|count)$", ""));
      }
    }
    return names;
  }

  private static Set<String> written() throws IOException {
    Path watch = HOME.resolve("watch/src/main/java/io/daisychain/watch");
    Set<String> names =
        found(WRITTEN, 1, watch.resolve("Watch.java"), watch.resolve("LatencyHistograms.java"));
    assertTrue(names.contains("daisychain_firm_messages_total"), names::toString);
    names.addAll(ours());
    return names;
  }

  private static Set<String> ours() throws IOException {
    return found(
        WRITTEN, 1, HOME.resolve("cli/src/main/java/io/daisychain/cli/status/StatusMetrics.java"));
  }

  private static void assertWritten(Set<String> named) throws IOException {
    assertTrue(named.size() > 10, named::toString);
    named.removeAll(written());
    assertEquals(Set.of(), named);
  }

  @Test
  void alertsAreOfMetricsThatThereAre() throws IOException {
    assertWritten(found(METRIC, 0, MONITORING.resolve("alerts.yml")));
  }

  @Test
  void theBoardIsOfMetricsThatThereAre() throws IOException {
    Path board = MONITORING.resolve("board.json");
    assertWritten(found(METRIC, 0, board));
    JsonNode panels = new ObjectMapper().readTree(board.toFile()).get("panels");
    List<String> expressions = panels.findValuesAsText("expr");
    assertTrue(expressions.size() > 20 && expressions.stream().allMatch(METRIC.asPredicate()));
    assertEquals(
        panels.size(),
        panels.findValues("id").stream().map(JsonNode::asInt).collect(Collectors.toSet()).size());
  }

  @Test
  void docsNameOurMetricsAndNoOthers() throws IOException {
    assertEquals(ours(), found(METRIC, 0, HOME.resolve("docs/operations.md")));
  }
}
