package io.daisychain.watch;

import java.io.IOException;
import java.util.Map;

/** What sources hand their messages to. Safe for several threads. */
interface MessageSink {
  /** A reader of messages for one source, to be used by one thread. */
  SourceReader reader(MessageSource source);

  /**
   * Takes a message; waits while too many are not durable yet.
   *
   * @throws IOException where nothing becomes durable any more
   */
  void put(PendingMessage message) throws IOException;

  /** Why messages of a date are not taken; empty where they are. Its table is there then. */
  String refusal(int date) throws IOException;

  /** Texts by column that were kept in a row of the meta table. */
  Map<String, String> kept(String row) throws IOException;

  /** Keeps texts by row and column of the meta table; they are durable on return. */
  void keep(Map<String, Map<String, String>> rows) throws IOException;

  /** Ends everything: what was not acknowledged is sent again by whoever sent it. */
  void fail(Throwable cause);

  /** True when nothing more can be made durable. */
  boolean hasFailed();
}
