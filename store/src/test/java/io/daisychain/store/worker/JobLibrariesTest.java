package io.daisychain.store.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class JobLibrariesTest {
  /** As an engine loads a job's: apart from those of the program. */
  private static URLClassLoader ofJob() throws Exception {
    List<URL> libraries = new ArrayList<>();
    String classPath = System.getProperty("java.class.path");
    for (String entry : classPath.split(":", -1)) {
      libraries.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(libraries.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @Test
  void threadsOfALibraryEndWithTheJobsClassLoader() throws Exception {
    Thread ofLibrary;
    try (URLClassLoader job = ofJob()) {
      job.loadClass(JobLibraries.class.getName()).getMethod("endWithJob").invoke(null);
      // What HDFS's client renews leases with, and keeps sockets by.
      ofLibrary =
          (Thread)
              job.loadClass("org.apache.hadoop.util.Daemon")
                  .getConstructor(Runnable.class)
                  .newInstance((Runnable) JobLibrariesTest::waitForEver);
      ofLibrary.start();
    }
    ofLibrary.join();
    assertEquals(Thread.State.TERMINATED, ofLibrary.getState());
  }

  /** Of a job that read its options, as all do. */
  @Test
  void nothingHoldsTheClassLoaderOfAJobThatIsOver() throws Exception {
    assertCollected(
        thatIsOver(
            job ->
                job.loadClass("org.apache.beam.sdk.options.PipelineOptionsFactory")
                    .getMethod("create")
                    .invoke(null)));
  }

  @Test
  void recordsOfAJobThatIsOverAreForgotten() throws Exception {
    assertCollected(
        thatIsOver(job -> job.loadClass(Chain.class.getName()).getMethod("askAll").invoke(null)));
  }

  @Test
  void threadsOfAWorkerForgetTheTaskThatStartedThem() throws Exception {
    ExecutorService ofWorker = Executors.newSingleThreadExecutor();
    try {
      assertCollected(thatIsOver(job -> ofWorker.submit(() -> {}).get()));
    } finally {
      ofWorker.shutdown();
    }
  }

  /** What records are asked for goes through the JDK's caches of their types. */
  public record Chain(Chain next) {
    /** Called in the class loader of a job. */
    public static void askAll() {
      Chain one = new Chain(new Chain(null));
      assertEquals(one, new Chain(new Chain(null)));
      assertEquals(one.hashCode(), new Chain(new Chain(null)).hashCode());
      assertEquals("Chain[next=Chain[next=null]]", one.toString());
    }
  }

  /** Flink's context of tasks: a class loader before the job's. */
  private static final class Wrapper extends ClassLoader {
    private final ClassLoader job;

    private Wrapper(ClassLoader job) {
      super(JobLibrariesTest.class.getClassLoader());
      this.job = job;
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      return job.loadClass(name);
    }
  }

  private interface Work {
    void run(ClassLoader job) throws Exception;
  }

  /** Without want of memory, in which soft references would be cleared. */
  private static void assertCollected(WeakReference<ClassLoader> ofJob) {
    for (int i = 0; i < 20 && ofJob.get() != null; i++) {
      System.gc();
      System.runFinalization();
    }
    assertNull(ofJob.get());
  }

  private static WeakReference<ClassLoader> thatIsOver(Work work) throws Exception {
    Thread worker = Thread.currentThread();
    ClassLoader before = worker.getContextClassLoader();
    try (URLClassLoader job = ofJob()) {
      worker.setContextClassLoader(new Wrapper(job));
      job.loadClass(JobLibraries.class.getName()).getMethod("endWithJob").invoke(null);
      work.run(job);
      return new WeakReference<>(job);
    } finally {
      worker.setContextClassLoader(before);
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("daisychain-job-end")) {
          thread.join();
        }
      }
    }
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
