package io.daisychain.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.ComposeContainer;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ContainerState;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** What {@code compose.yaml} starts makes the tables that one process makes. */
@Testcontainers(disabledWithoutDocker = true)
class ComposedServicesTest {
  private static final Pattern DIGEST = Pattern.compile("digest of \\w+ [0-9a-f]+");
  private static final String FLINK =
      "--runner=FlinkRunner --flinkMaster=jobmanager:8081 --parallelism=4";

  @Container
  private static final ComposeContainer SERVICES =
      new ComposeContainer(new File("compose.yaml")).withBuild(true);

  @Test
  void everyStoreAndRunnerMakesTheSameTables() throws Exception {
    daisychain("generate --fullWorkload=100000 --errors=0.01 --output=workload");
    List<String> embedded = run("here", "");

    assertEquals(3, embedded.size(), embedded::toString);
    assertEquals(embedded, run("hbase", "--store=hbase://zookeeper:2181"));
    assertEquals(embedded, run("bigtable", "--store=bigtable://project/instance"));
    assertEquals(embedded, run("flink_hbase", "--store=hbase://zookeeper:2181 " + FLINK));
    assertEquals(embedded, run("flink_bigtable", "--store=bigtable://project/instance " + FLINK));
  }

  private static List<String> run(String table, String options) throws Exception {
    String out =
        daisychain(
            "run --input='workload/events-*' --reference=workload --table="
                + table
                + " --output=published-"
                + table
                + " --rejects=rejects-"
                + table
                + " --warehouse=duckdb:"
                + table
                + ".duckdb "
                + options);
    return new ArrayList<>(DIGEST.matcher(out).results().map(MatchResult::group).toList());
  }

  private static String daisychain(String arguments) throws Exception {
    ContainerState program =
        SERVICES
            .getContainerByServiceName("daisychain-1")
            .orElseThrow(() -> new IllegalStateException("no service daisychain"));
    ExecResult ended = program.execInContainer("sh", "-c", "cd /work && daisychain " + arguments);
    assertEquals(0, ended.getExitCode(), ended::getStderr);
    assertFalse(ended.getStdout().isEmpty(), arguments);
    return ended.getStdout();
  }
}
