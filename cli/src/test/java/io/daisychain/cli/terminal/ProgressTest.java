package io.daisychain.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.job.Runs;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "25000; 2500; 100000; 25,000 events linked, 25 %, 2,500/s",
        "25000; 2500; 0;      25,000 events linked, 2,500/s",
        "25000; 0;    100000; 25,000 events linked, 25 %",
        // Repeats are counted as stored, so what is expected is about.
        "100000; 9;   100000; 100,000 events linked, 100 %",
        "100100; 9;   100000; 100,100 events linked, 100 %",
      })
  void aCounterIsToldWithShareAndSpeed(long count, double aSecond, long expected, String words) {
    assertEquals(words, Progress.words("events linked", count, aSecond, expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // Half of the work in 10 seconds, a tenth of it before they began.
        "0.5; 0.1; 10; 'about 13 s left, '",
        // Whatever is not done takes some time yet.
        "0.999; 0; 10; 'about 1 s left, '",
        "1; 0; 10; ''",
        "0.1; 0.1; 10; ''",
      })
  void theTimeLeftIsThatOfTheWholeJob(double done, double before, long seconds, String words) {
    assertEquals(words, Progress.left(done, before, TimeUnit.SECONDS.toNanos(seconds)));
  }

  @Test
  void whatIsNoJobCountsAmongTheTimesToo() throws IOException {
    assertEquals("done", Runs.timed("load", () -> "done"));

    assertTrue(Runs.times().matches("(.*, )?load \\d+\\.\\d s(, .*)?"), Runs.times());
  }
}
