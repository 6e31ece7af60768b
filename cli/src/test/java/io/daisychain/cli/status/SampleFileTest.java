package io.daisychain.cli.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFileTest {
  private static final long BEGIN = 1_795_000_000L;
  private static final int DAY = 1_440;

  @TempDir private Path folder;

  @Test
  void halfADayIsKeptByTheMinuteAndAMonthByTheQuarterOfAnHour() throws Exception {
    SampleFile file = new SampleFile(folder, 2);
    int minutes = 45 * DAY;
    for (int i = 0; i < minutes; i++) {
      file.add(BEGIN + i * 60L, i);
    }
    List<long[]> all = file.all();
    assertTrue(all.size() <= 5_000, () -> "" + all.size());
    assertEquals(minutes - 1, all.get(all.size() - 1)[1]);
    assertEquals(minutes - DAY / 2, all.get(all.size() - DAY / 2)[1]);
    long first = all.get(0)[0];
    assertTrue(all.get(1)[0] - first >= 900 - 60);
    long long30 = BEGIN + minutes * 60L - 30L * DAY * 60;
    assertTrue(first <= long30 && first > long30 - 2L * DAY * 60, () -> "" + (first - long30));
    assertTrue(new SampleFile(folder, 2).all().size() == all.size());
  }

  @Test
  void aLineThatIsNoneIsLeftOut() throws Exception {
    new SampleFile(folder, 2).add(1, 2);
    Files.writeString(folder.resolve("samples.csv"), "3,x\n4\n", StandardOpenOption.APPEND);
    new SampleFile(folder, 2).add(5, 6);
    List<long[]> all = new SampleFile(folder, 2).all();
    assertEquals(List.of(1L, 5L), all.stream().map(one -> one[0]).toList());
  }
}
