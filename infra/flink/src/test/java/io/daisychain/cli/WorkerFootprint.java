package io.daisychain.cli;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * What a task manager holds after its garbage was collected.
 *
 * @param jobs class loaders of jobs that are alive
 * @param directBytes of buffers beside the heap
 * @param metaspaceBytes of loaded classes
 * @param heapBytes that live
 * @param threads their names, sorted
 */
record WorkerFootprint(
    int jobs, long directBytes, long metaspaceBytes, long heapBytes, List<String> threads) {
  private static final String JOB_LOADER = "org.apache.flink.util.ChildFirstClassLoader";

  /** Weak and phantom references are cleared by one collection, what they held by the next. */
  private static final int COLLECTIONS = 3;

  private interface Question<T> {
    T ask(MBeanServerConnection worker) throws IOException, JMException;
  }

  static WorkerFootprint of(long pid) throws IOException {
    return ask(pid, WorkerFootprint::of);
  }

  /** Writes what lives in a process, for a reader of heap dumps: who holds a job's class loader. */
  static void dumpHeap(long pid, Path file) throws IOException {
    ask(
        pid,
        worker ->
            worker.invoke(
                new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                "dumpHeap",
                new Object[] {file.toString(), true},
                new String[] {String.class.getName(), boolean.class.getName()}));
  }

  /** Asks a process of this user, of the same Java as this one. */
  @SuppressWarnings("BanJNDI") // a connection within this machine, to a process that we started
  private static <T> T ask(long pid, Question<T> question) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try (JMXConnector connector =
          JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
        return question.ask(connector.getMBeanServerConnection());
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | JMException e) {
      throw new IOException("process " + pid + " does not tell its memory", e);
    }
  }

  private static WorkerFootprint of(MBeanServerConnection worker) throws IOException, JMException {
    MemoryMXBean memory = ManagementFactory.getPlatformMXBean(worker, MemoryMXBean.class);
    String histogram = "";
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
      histogram =
          (String)
              worker.invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
    }
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(worker, ThreadMXBean.class);
    return new WorkerFootprint(
        histogram
            .lines()
            .map(line -> line.strip().split("\\s+", -1))
            .filter(words -> words.length > 3 && words[3].equals(JOB_LOADER))
            .mapToInt(words -> Integer.parseInt(words[1]))
            .sum(),
        ManagementFactory.getPlatformMXBeans(worker, BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum(),
        ManagementFactory.getPlatformMXBeans(worker, MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("Metaspace"))
            .mapToLong(pool -> pool.getUsage().getUsed())
            .sum(),
        memory.getHeapMemoryUsage().getUsed(),
        Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter(Objects::nonNull)
            .map(ThreadInfo::getThreadName)
            .sorted()
            .toList());
  }

  /** One line for people. */
  @Override
  public String toString() {
    return "%d class loaders, %.1f MB direct, %.1f MB metaspace, %.1f MB heap, %d threads"
        .formatted(jobs, directBytes / 1e6, metaspaceBytes / 1e6, heapBytes / 1e6, threads.size());
  }
}
