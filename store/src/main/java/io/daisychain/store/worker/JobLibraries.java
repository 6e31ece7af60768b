package io.daisychain.store.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.runtime.ObjectMethods;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what the libraries of HBase and Hadoop keep running in a worker whose job is over.
 *
 * <p>A cluster's worker loads a job's libraries by a class loader of the job. These have timers,
 * threads and registrations in static fields, which they never end, and each holds the class loader
 * with all its classes, caches and buffers beside the heap. An engine tells user code nothing of a
 * job's end, but closes the class loader: who was loaded by it can see that. Where the libraries
 * are on the worker's own class path nothing is done, since all jobs share them.
 */
public final class JobLibraries {
  private static final Logger LOG = LoggerFactory.getLogger(JobLibraries.class);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** This class's file, which a class loader finds until it is closed. */
  private static final String OWN_FILE = JobLibraries.class.getName().replace('.', '/') + ".class";

  /**
   * Timers, executors and threads of HBase 2.6 and Hadoop 3.4 that nobody ends, by their fields.
   */
  private static final List<String> ENDLESS =
      List.of(
          "org.apache.hadoop.hbase.ipc.NettyRpcClientConfigHelper DEFAULT_EVENT_LOOP first",
          "org.apache.hadoop.hbase.client.AsyncConnectionImpl RETRY_TIMER",
          "org.apache.hadoop.hbase.ipc.AbstractRpcClient WHEEL_TIMER",
          "org.apache.hadoop.hbase.ipc.AbstractRpcClient IDLE_CONN_SWEEPER",
          "org.apache.hadoop.metrics2.lib.MetricsExecutorImpl$ExecutorSingleton INSTANCE scheduler",
          "org.apache.hadoop.fs.FileSystem$Statistics STATS_DATA_CLEANER",
          "org.apache.hadoop.util.ShutdownHookManager EXECUTOR");

  /**
   * How many areas of buffers HBase's Netty divides its threads among; twice the cores unless set.
   * Each takes 4 MB beside the heap with its first buffer and keeps them, in each class loader that
   * stays: a Flink task manager of the usual memory has room for some 20 MB of all jobs.
   */
  private static final String ARENAS =
      "org.apache.hbase.thirdparty.io.netty.allocator.numDirectArenas";

  private final URLClassLoader loader;

  /** The context of the job's tasks: this class loader, or what Flink has before it. */
  private final ClassLoader context;

  private JobLibraries(URLClassLoader loader, ClassLoader context) {
    this.loader = loader;
    this.context = context;
  }

  /** Call once, before a client is made. */
  public static void endWithJob() {
    ClassLoader own = JobLibraries.class.getClassLoader();
    if (own instanceof URLClassLoader loader) {
      if (System.getProperty(ARENAS) == null) {
        System.setProperty(ARENAS, "1");
      }
      JobLibraries libraries = new JobLibraries(loader, contextOf(loader));
      // Made now: when the class loader is closed no further class can be loaded.
      Map<String, Ending> endings = libraries.endings();
      Thread thread = new Thread(() -> libraries.awaitEnd(endings), "daisychain-job-end");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static ClassLoader contextOf(URLClassLoader loader) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    try {
      return context != null
              && context.loadClass(JobLibraries.class.getName()) == JobLibraries.class
          ? context
          : loader;
    } catch (ClassNotFoundException e) {
      return loader;
    }
  }

  private void awaitEnd(Map<String, Ending> endings) {
    while (loader.getResource(OWN_FILE) != null) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    endings.forEach(JobLibraries::attempt);
  }

  private Map<String, Ending> endings() {
    Map<String, Ending> endings = new LinkedHashMap<>();
    endings.put("file systems", FileSystem::closeAll);
    endings.put("metrics", DefaultMetricsSystem::shutdown);
    for (String path : ENDLESS) {
      List<Field> fields = fields(path.split(" ", -1));
      endings.put(path, () -> end(value(fields)));
    }
    endings.put("threads", this::interruptThreads);
    endings.put("threads of others", this::leaveThreads);
    endings.put("records", JobLibraries::leaveRecords);
    endings.put("beans", this::unregister);
    endings.put("shutdown hooks", this::removeShutdownHooks);
    return endings;
  }

  private interface Ending {
    void run() throws Throwable;
  }

  /** What cannot be ended must not keep the rest. */
  private static void attempt(String what, Ending ending) {
    try {
      ending.run();
    } catch (Throwable e) {
      LOG.warn("{} of a job that is over stay in this worker", what, e);
    }
  }

  /** A static field of a class, and one of its value. To find a field loads the types of all. */
  private List<Field> fields(String[] path) {
    List<Field> fields = new ArrayList<>();
    try {
      Class<?> type = Class.forName(path[0], false, loader);
      for (int i = 1; i < path.length; i++) {
        Field field = type.getDeclaredField(path[i]);
        field.setAccessible(true);
        fields.add(field);
        type = field.getType();
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      LOG.warn("{} is not there to be ended with the job", String.join(" ", path), e);
    }
    return fields;
  }

  private static Object value(List<Field> fields) throws IllegalAccessException {
    Object value = null;
    try {
      for (Field field : fields) {
        value = value == null && !Modifier.isStatic(field.getModifiers()) ? null : field.get(value);
      }
    } catch (LinkageError e) {
      // The class was not used before, and now cannot be.
      return null;
    }
    return value;
  }

  private static void end(Object endless) {
    if (endless instanceof HashedWheelTimer timer) {
      timer.stop();
    } else if (endless instanceof ExecutorService executor) {
      executor.shutdownNow();
    } else if (endless instanceof Thread thread) {
      thread.interrupt();
    }
  }

  /**
   * Threads of the libraries' own, such as HDFS's, which renew leases for a minute after the last
   * file and hold sockets as long: a job that is tried again and again would fill the worker
   * before.
   */
  private void interruptThreads() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getClass().getClassLoader() == loader) {
        thread.interrupt();
      }
    }
  }

  /**
   * A thread has the context of the task in which it was started, also where it is none of the job:
   * Flink's that read shuffles and stay with the worker, the JDK's that wait for processes.
   */
  private void leaveThreads() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ClassLoader of = thread.getContextClassLoader();
      if (of == context || of == loader) {
        thread.setContextClassLoader(loader.getParent());
      }
    }
  }

  /**
   * What the JDK compares, hashes and prints records with remembers the last type it was asked for
   * (JDK 17). Let that be one of its own.
   */
  private static void leaveRecords() throws Throwable {
    MethodHandle component = MethodHandles.identity(String.class);
    for (String method : List.of("equals", "hashCode", "toString")) {
      ObjectMethods.bootstrap(
          MethodHandles.lookup(), method, MethodHandle.class, String.class, "of", component);
    }
  }

  private void unregister() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (ObjectName name : server.queryNames(null, null)) {
      if (server.getClassLoaderFor(name) == loader) {
        server.unregisterMBean(name);
      }
    }
  }

  /** They would run when the worker ends, and there is no other way to those of others. */
  private void removeShutdownHooks() throws ReflectiveOperationException {
    Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
    hooks.setAccessible(true);
    for (Object hook : new ArrayList<>(((Map<?, ?>) hooks.get(null)).keySet())) {
      if (hook.getClass().getClassLoader() == loader) {
        Runtime.getRuntime().removeShutdownHook((Thread) hook);
      }
    }
  }
}
