package io.daisychain.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Measures time and CPU: of this process, and of the store that it started. */
final class CpuClock {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final long startNanos = System.nanoTime();
  private final long startOwn = SYSTEM.getProcessCpuTime();
  private final Duration startStore = storeCpu();
  private double seconds;
  private double ownSeconds;
  private double storeSeconds;

  void stop() {
    seconds = (System.nanoTime() - startNanos) / 1e9;
    ownSeconds = (SYSTEM.getProcessCpuTime() - startOwn) / 1e9;
    storeSeconds = storeCpu().minus(startStore).toMillis() / 1e3;
  }

  double seconds() {
    return seconds;
  }

  /** CPU of this process, compilation and garbage collection included. */
  double ownSeconds() {
    return ownSeconds;
  }

  /** CPU of the processes that this one started. */
  double storeSeconds() {
    return storeSeconds;
  }

  private static Duration storeCpu() {
    return ProcessHandle.current()
        .children()
        .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
