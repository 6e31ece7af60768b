package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who hears what, and what is durable before. */
class AcknowledgerTest {
  private final List<String> order = new ArrayList<>();

  /** A source that has its last number kept. */
  private MessageSource source(String name) {
    return new MessageSource() {
      @Override
      public void durable(long number) {
        order.add(name + " " + number);
      }

      @Override
      public Map<String, Map<String, String>> keep(long number) {
        return Map.of(name, Map.of("last", Long.toString(number)));
      }
    };
  }

  private static CommitGroup group(PendingMessage... messages) {
    return new CommitGroup(List.of(messages), linked -> {});
  }

  private static PendingMessage message(MessageSource source, long number) {
    return new PendingMessage(null, source, number, 0, 0);
  }

  @Test
  void theHighestNumberOfEachSourceIsKeptBeforeAnybodyHears() throws IOException {
    MessageSource files = source("files");
    MessageSource session = source("session");
    new Acknowledger(rows -> order.add(rows.toString()))
        .acknowledge(
            List.of(
                group(message(files, 7), message(session, 1)),
                group(message(session, 2), message(files, 0))));
    assertEquals(
        List.of(
            "{files={last=7}, session={last=2}}", "files 7", "session 1", "session 2", "files 0"),
        order);
  }

  @Test
  void nobodyHearsWhatCouldNotBeKept() {
    Acknowledger acknowledger =
        new Acknowledger(
            rows -> {
              throw new IOException("full");
            });
    assertThrows(
        IOException.class,
        () -> acknowledger.acknowledge(List.of(group(message(source("files"), 1)))));
    assertEquals(List.of(), order);
  }

  @Test
  void nothingIsWrittenWhereNothingIsToBeKept() throws IOException {
    MessageSource plain = number -> order.add("plain " + number);
    new Acknowledger(rows -> order.add("kept")).acknowledge(List.of(group(message(plain, 3))));
    assertEquals(List.of("plain 3"), order);
  }
}
