package io.daisychain.embedded;

import java.lang.reflect.InvocationTargetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals of the terminal that must not reach a store started by a command. */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /**
   * Ignores SIGINT. Ctrl-C goes to every process of the terminal, but a store is told to end by its
   * leases: another command may still be using it.
   */
  static void ignoreInterrupt() {
    try {
      // By reflection because javac warns on each mention of the class, which no option silences.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object interrupt = signal.getConstructor(String.class).newInstance("INT");
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, interrupt, handler.getField("SIG_IGN").get(null));
    } catch (InvocationTargetException e) {
      // The JVM was started with -Xrs: then the signal is not its business.
      LOG.info("SIGINT cannot be ignored", e.getCause());
    } catch (ReflectiveOperationException e) {
      LOG.info("SIGINT cannot be ignored", e);
    }
  }
}
