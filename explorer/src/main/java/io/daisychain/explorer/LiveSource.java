package io.daisychain.explorer;

import java.io.IOException;
import java.net.Socket;

/**
 * Where a running {@code watch} hands out what it finds.
 *
 * @param name host and port, for people
 * @param connector makes connections to it
 * @param wanted the line that asks for its alerts
 */
public record LiveSource(String name, Connector connector, String wanted) {
  /** Makes connections. */
  @FunctionalInterface
  public interface Connector {
    /**
     * A new connection, on which lines of JSON are asked for and handed out.
     *
     * @throws IOException if there is none to be had now
     */
    Socket connect() throws IOException;
  }
}
