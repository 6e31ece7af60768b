package io.daisychain.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A warehouse that keeps its newest trade dates. */
@ExtendWith(SharedStore.class)
class KeptDatesIT {
  @TempDir private Path folder;

  @Test
  void earlierDatesGoAndDoNotComeBack(RunningStore shared) throws Exception {
    Program program = Program.staying(folder);
    String store = "--store=" + shared.address();
    String table = "--table=kept_dates";
    program.succeed(
        "generate", "--output=w", "--events=1000", "--days=3", "--gtc=0.3", "--late=0.2");
    program.succeed("audit", "--begin");
    program.succeed("run", "--input=w/events-*", "--reference=w", "--files=none", store, table);
    List<String> all = dates(program);
    assertEquals(3, all.size());
    final String events = events(program, all.get(2));

    JsonNode cut = program.counts("publish", "--files=none", "--keepDates=2", store, table);
    assertEquals("[\"" + all.get(0).replace("-", "") + "\"]", cut.get("cut").toString());
    assertEquals(all.subList(1, 3), dates(program));
    assertEquals(events, events(program, all.get(2)));
    // Nothing is done twice, and late news of a date that went bring it back to nobody.
    JsonNode again = program.counts("publish", "--files=none", "--keepDates=2", store, table);
    assertEquals("[]", again.get("cut").toString());
    assertEquals(2, again.get("stayed").asInt());
    JsonNode late =
        program.counts("run", "--input=w/late-*", "--reference=w", "--files=none", store, table);
    JsonNode published = late.at("/publish/days");
    assertTrue(published.isObject(), late::toString);
    assertTrue(!published.has(all.get(0).replace("-", "")), late::toString);
    assertEquals(all.subList(1, 3), dates(program));

    // Nobody took these rows away.
    String rebuilt = program.succeed("verify", "--rebuild", store, table);
    assertTrue(rebuilt.contains("nothing was changed"), rebuilt);

    // What must be kept stays, however few are asked for.
    program.succeed("audit", "--retention=P90Y");
    JsonNode kept = program.counts("publish", "--files=none", "--keepDates=1", store, table);
    assertEquals("[]", kept.get("cut").toString());
    assertEquals(all, dates(program));
    program.succeed("publish", "--files=none", "--keepDates=0", store, table);
    assertEquals(all, dates(program));
    String log = Files.readString(folder.resolve("daisychain-data/audit/audit.jsonl"));
    assertTrue(log.contains("\"cut\":[\"" + all.get(0).replace("-", "") + "\"]"), log);
    program.succeed("verify", store, table);
  }

  private static List<String> dates(Program program) throws Exception {
    return program.sql("SELECT DISTINCT tradeDate FROM events ORDER BY 1").stream()
        .map(row -> row.getField(0))
        .toList();
  }

  private static String events(Program program, String date) throws Exception {
    return program
        .sql(
            "SELECT count(*) AS n, sum(hash(e::VARCHAR)) AS digest FROM events AS e WHERE tradeDate"
                + " = DATE '"
                + date
                + "'")
        .get(0)
        .toString();
  }
}
