package io.daisychain.linkage.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkSettingsTest {
  private static final long GIB = 1L << 30;

  @ParameterizedTest
  @CsvSource({"0, 2, 4", "100000, 2, 4", "2000000, 2, 8", "4000000, 2, 16", "100000, 8, 16"})
  void partsKeepTheWorkersBusyAndAreNoMoreThanTheyNeedBe(long events, int workers, int parts) {
    assertEquals(parts, LinkSettings.partitionsFor(events, 1024 * GIB, workers));
  }

  @Test
  void partsFitTheHeap() {
    long events = 100_000_000;
    int parts = LinkSettings.partitionsFor(events, 4 * GIB, 2);
    assertTrue(LinkSettings.fits(2.0 * events / parts, 4 * GIB), parts + " parts");
  }
}
