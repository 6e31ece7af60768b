package io.daisychain.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.google.cloud.pubsub.v1.AckReplyConsumer;
import com.google.protobuf.ByteString;
import com.google.pubsub.v1.PubsubMessage;
import io.daisychain.listen.SessionLog;
import io.daisychain.watch.session.FixClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a message of Pub/Sub is made of, and when it is acknowledged. */
class PubsubSourceTest {
  private static final String ORDER = FixClient.text("FIRM", "D", 1, FixSessionTest.ORDER);

  private final List<String> acknowledged = new ArrayList<>();
  @TempDir private Path folder;
  private RecordingSink sink;
  private PubsubSource source;

  @BeforeEach
  void open() throws IOException {
    sink = new RecordingSink(folder);
    // Nothing is asked for before it is started.
    source =
        new PubsubSource(
            new PubsubAddress("projects/p/subscriptions/s", "localhost:1"),
            sink,
            10,
            SessionLog.NONE);
  }

  @AfterEach
  void close() {
    source.close();
  }

  private void receive(String id, String data) {
    AckReplyConsumer answer =
        new AckReplyConsumer() {
          @Override
          public void ack() {
            acknowledged.add(id);
          }

          @Override
          public void nack() {
            acknowledged.add("not " + id);
          }
        };
    ByteString bytes = ByteString.copyFrom(data, ISO_8859_1);
    source.receive(PubsubMessage.newBuilder().setMessageId(id).setData(bytes).build(), answer);
  }

  @Test
  void aMessageIsAcknowledgedWithItsLastLine() throws Exception {
    receive("1", ORDER + "\r\n" + ORDER + "\n" + ORDER);
    receive("2", ORDER + "\n");
    List<PendingMessage> taken = sink.take(4);
    sink.acknowledge(taken.subList(0, 2));
    assertEquals(List.of(), acknowledged);
    sink.acknowledge(taken.subList(2, 4));
    assertEquals(List.of("1", "2"), acknowledged);
    sink.acknowledge(taken); // by somebody who does it twice
    assertEquals(List.of("1", "2"), acknowledged);
    assertEquals(0, sink.size());
  }

  @Test
  void aListOfOrdersIsAcknowledgedWhenAllOfThemAreDurable() throws Exception {
    String terms = "55=IBM|54=1|60=20260316-10:00:00|38=5|40=1|";
    String list = "66=L|394=3|68=3|73=3|11=a|67=1|%s11=b|67=2|%s11=c|67=3|%s";
    receive("1", FixClient.text("FIRM", "E", 1, list.formatted(terms, terms, terms)));
    List<PendingMessage> taken = sink.take(3);
    List<Integer> rows =
        taken.stream().map(message -> Arrays.hashCode(message.block())).distinct().toList();
    assertEquals(3, rows.size());
    sink.acknowledge(taken.subList(0, 2));
    assertEquals(List.of(), acknowledged);
    sink.acknowledge(taken.subList(2, 3));
    assertEquals(List.of("1"), acknowledged);
    assertEquals(0, sink.size());
  }

  @Test
  void aRefusalIsToldInItsOwnWords() {
    IOException refused = new IOException("no such subscription");
    assertEquals("no such subscription", PubsubSource.why(refused));
    assertEquals(
        "no such subscription",
        PubsubSource.why(new IllegalStateException("not running: FAILED", refused)));
    assertEquals("closed", PubsubSource.why(new IllegalStateException("closed")));
  }

  @Test
  void whatIsNoEventIsAcknowledgedToo() throws Exception {
    receive("1", "");
    receive("2", "noise");
    receive("3", ORDER.replace("55=IBM\001", ""));
    List<PendingMessage> taken = sink.take(3);
    for (PendingMessage message : taken) {
      assertNull(message.block());
    }
    sink.acknowledge(taken);
    assertEquals(List.of("1", "2", "3"), acknowledged);
  }

  @Test
  void feedbackIsByTheNumberOfTheMessage() {
    assertEquals(
        List.of(Map.of("name", "pubsub:s", "lines@0", "0")), List.copyOf(sink.kept.values()));
  }

  @Test
  void nothingIsAcknowledgedWhenTheStoreHasFailed() throws Exception {
    IOException full = new IOException("full");
    sink.fail(full);
    assertSame(full, sink.failure());
    receive("1", ORDER);
    assertEquals("the store has failed", sink.failure().getMessage());
    assertEquals(List.of(), acknowledged);
  }
}
