package io.daisychain.store.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
