package io.daisychain.embedded;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals that a store takes in its own way. */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /**
   * Ignores SIGINT. Ctrl-C goes to every process of the terminal, but a store is told to end by its
   * leases: another command may still be using it.
   */
  static void ignoreInterrupt() {
    handle("INT", type -> type.getField("SIG_IGN").get(null));
  }

  /** Ignores the signals of a terminal, which the store may outlive. */
  static void ignoreTerminal() {
    ignoreInterrupt();
    handle("HUP", type -> type.getField("SIG_IGN").get(null));
  }

  /**
   * Ends with exit code 1 at SIGURG: the launcher sends it when memory is not enough.
   *
   * @param before runs first, and may fail: there is little memory left
   */
  static void endWithoutMemory(Runnable before) {
    handle(
        "URG",
        type ->
            Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> {
                  try {
                    before.run();
                  } finally {
                    Runtime.getRuntime().halt(1);
                  }
                  return null;
                }));
  }

  /** Makes the handler of a signal. */
  private interface Handler {
    Object of(Class<?> type) throws ReflectiveOperationException;
  }

  private static void handle(String name, Handler handler) {
    try {
      // By reflection because javac warns on each mention of the class, which no option silences.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, type)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), handler.of(type));
    } catch (InvocationTargetException e) {
      // The JVM was started with -Xrs: then the signal is not its business.
      LOG.info("SIG{} cannot be handled", name, e.getCause());
    } catch (ReflectiveOperationException e) {
      LOG.info("SIG{} cannot be handled", name, e);
    }
  }
}
