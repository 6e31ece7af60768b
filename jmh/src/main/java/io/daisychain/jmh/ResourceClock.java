package io.daisychain.jmh;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a stage takes beside time: bytes that this process and the store that it started wrote to
 * files and read from the disk, as Linux counts them ({@code /proc/PID/io}), and the most heap of
 * this process that was in use at once.
 */
final class ResourceClock {
  private static final String WRITTEN = "write_bytes: ";
  private static final String READ = "read_bytes: ";

  private final List<MemoryPoolMXBean> heap =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();
  private final CpuClock cpu = new CpuClock();
  private final Optional<Transfers> start = Transfers.now();
  private Optional<Transfers> end = Optional.empty();
  private long peakHeap;

  ResourceClock() {
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  CpuClock cpu() {
    return cpu;
  }

  void stop() {
    cpu.stop();
    end = Transfers.now();
    peakHeap = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  /** Bytes written to files; empty where the system does not count them. */
  Optional<Long> written() {
    return start.flatMap(first -> end.map(last -> last.written - first.written));
  }

  /** Bytes read from the disk, not from the system's cache of files. */
  Optional<Long> read() {
    return start.flatMap(first -> end.map(last -> last.read - first.read));
  }

  /** Sum of the pools' peaks, in bytes: no less than the most that was in use at once. */
  long peakHeap() {
    return peakHeap;
  }

  private record Transfers(long written, long read) {
    static Optional<Transfers> now() {
      ProcessHandle self = ProcessHandle.current();
      return Stream.concat(Stream.of(self), self.children())
          .map(Transfers::of)
          .reduce(
              (first, second) ->
                  first.flatMap(
                      one ->
                          second.map(
                              two ->
                                  new Transfers(one.written + two.written, one.read + two.read))))
          .flatMap(sum -> sum);
    }

    private static Optional<Transfers> of(ProcessHandle process) {
      try {
        List<String> lines = Files.readAllLines(Path.of("/proc", process.pid() + "", "io"));
        return Optional.of(new Transfers(number(lines, WRITTEN), number(lines, READ)));
      } catch (NoSuchFileException e) {
        return Optional.empty(); // no Linux, or the process has ended
      } catch (IOException e) {
        return Optional.empty(); // not allowed to ask
      }
    }

    private static long number(List<String> lines, String name) {
      return lines.stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.substring(name.length())))
          .sum();
    }
  }
}
