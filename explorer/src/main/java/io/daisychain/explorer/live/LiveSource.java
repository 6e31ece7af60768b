package io.daisychain.explorer.live;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;

/**
 * Where a running {@code watch} hands out what it finds.
 *
 * @param name host and port, for people
 * @param connector makes connections to it
 * @param question what is asked on them
 */
public record LiveSource(String name, Connector connector, Question question) {
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

  /** Asks for rows. */
  @FunctionalInterface
  public interface Question {
    /**
     * The line that asks for the rows of a table.
     *
     * @param symbols of which; empty for all
     */
    String of(String table, Set<String> symbols);
  }
}
