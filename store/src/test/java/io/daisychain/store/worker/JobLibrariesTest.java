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

  /** Without want of memory, in which soft references would be cleared. */
  @Test
  void nothingHoldsTheClassLoaderOfAJobThatIsOver() throws Exception {
    WeakReference<ClassLoader> ofJob = new WeakReference<>(thatIsOver());
    for (int i = 0; i < 20 && ofJob.get() != null; i++) {
      System.gc();
      System.runFinalization();
    }
    assertNull(ofJob.get());
  }

  /** A job that read its options, as all do. */
  private static ClassLoader thatIsOver() throws Exception {
    Thread worker = Thread.currentThread();
    ClassLoader before = worker.getContextClassLoader();
    try (URLClassLoader job = ofJob()) {
      worker.setContextClassLoader(job);
      job.loadClass(JobLibraries.class.getName()).getMethod("endWithJob").invoke(null);
      job.loadClass("org.apache.beam.sdk.options.PipelineOptionsFactory")
          .getMethod("create")
          .invoke(null);
      return job;
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
