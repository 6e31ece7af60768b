package io.daisychain.cli;

import io.daisychain.cli.terminal.CommandLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Ends the program when the launcher script sends SIGURG, which it does, after a line that says
 * what helps, at the first allocation for which there is no memory. Libraries would catch the error
 * and wait for threads that it has ended.
 */
public final class OutOfMemory {
  private static final int FAILED = 1;

  private OutOfMemory() {}

  public static void watch() {
    try {
      // By reflection because javac warns on each mention of the class, which no option silences.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object end =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                Runtime.getRuntime().halt(FAILED);
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("URG"), end);
    } catch (InvocationTargetException e) {
      // The JVM was started with -Xrs: the script kills it instead.
      CommandLog.info("SIGURG cannot be handled: " + e.getCause());
    } catch (ReflectiveOperationException e) {
      CommandLog.info("SIGURG cannot be handled: " + e);
    }
  }
}
