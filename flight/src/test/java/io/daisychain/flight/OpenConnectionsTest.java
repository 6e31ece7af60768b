package io.daisychain.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightRuntimeException;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {
  private final OpenConnections connections = new OpenConnections(3, 3, 2);
  private int ports;

  /** A connection of an address, by its last part. */
  private final class Client extends EmbeddedChannel {
    private final InetSocketAddress address;

    Client(int host) {
      address = new InetSocketAddress("10.0.0." + host, ++ports);
      connections.entered(this);
    }

    @Override
    public SocketAddress remoteAddress() {
      // A channel asks before its own fields are there.
      return address;
    }

    @Override
    public boolean isOpen() {
      if (address != null) {
        runPendingTasks();
      }
      return super.isOpen();
    }

    boolean shows(boolean right) {
      return connections
          .proven(address, () -> right ? Optional.of("A") : Optional.empty())
          .isPresent();
    }

    Client provenAs(String user) {
      assertEquals(Optional.of(user), connections.proven(address, () -> Optional.of(user)));
      return this;
    }
  }

  @Test
  void theOldestOfTheAddressThatHasMostGoes() {
    Client honest = new Client(1);
    List<Client> flood = IntStream.range(0, 5).mapToObj(i -> new Client(2)).toList();

    assertTrue(honest.isOpen());
    assertEquals(
        List.of(false, false, false, true, true), flood.stream().map(Client::isOpen).toList());
  }

  @Test
  void whoComesHasAPlaceWhereEachHasAnAddressOfItsOwn() {
    List<Client> all = IntStream.range(1, 6).mapToObj(Client::new).toList();

    assertEquals(
        List.of(false, false, true, true, true), all.stream().map(Client::isOpen).toList());
  }

  @Test
  void whoIsProvenKeepsItsPlace() {
    Client proven = new Client(1);
    assertTrue(proven.shows(true));
    for (int i = 0; i < 10; i++) {
      new Client(1);
    }

    assertTrue(proven.isOpen());
    assertTrue(proven.shows(true), "a further call");
  }

  @Test
  void placesOfTheProvenAreFreeWhenTheyHaveGone() {
    Client first = new Client(1).provenAs("A");
    new Client(1).provenAs("B");
    new Client(1).provenAs("C");
    Client last = new Client(1);
    assertThrows(FlightRuntimeException.class, () -> last.provenAs("D"));

    first.close().syncUninterruptibly();

    last.provenAs("D");
  }

  @Test
  void ofAUserTheOldestGivesWayAndNobodyElse() {
    Client other = new Client(1).provenAs("B");
    List<Client> own =
        IntStream.range(0, 5).mapToObj(i -> new Client(i).provenAs("A").provenAs("A")).toList();

    assertEquals(
        List.of(false, false, false, true, true), own.stream().map(Client::isOpen).toList());
    assertTrue(other.isOpen());
    Client further = new Client(1);
    assertThrows(FlightRuntimeException.class, () -> further.provenAs("C"), "all are taken");

    own.get(4).close().syncUninterruptibly();

    further.provenAs("A");
    assertTrue(own.get(3).isOpen(), "there was a place");
  }

  @Test
  void aStrangerThatHasGoneHasNoPlace() {
    new Client(1).close().syncUninterruptibly();
    List<Client> others = IntStream.range(0, 3).mapToObj(i -> new Client(1)).toList();

    assertTrue(others.stream().allMatch(Client::isOpen));
  }

  @Test
  void whoGuessesHasOneGuessAndIsClosedWhenItHasItsAnswer() {
    Client guesses = new Client(1);
    assertFalse(guesses.shows(false));
    assertThrows(FlightRuntimeException.class, () -> guesses.shows(true));
    assertTrue(guesses.isOpen());

    guesses.advanceTimeBy(1, TimeUnit.SECONDS);
    guesses.runScheduledPendingTasks();

    assertFalse(guesses.isOpen());
  }

  @Test
  void proofsOfAnAddressComeOneAfterTheOtherAndOthersDoNotWait() throws Exception {
    Client slow = new Client(1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<Optional<String>> first =
          threads.submit(
              () ->
                  connections.proven(
                      slow.address,
                      () -> {
                        begun.countDown();
                        awaitQuietly(end);
                        return Optional.of("A");
                      }));
      begun.await();
      CountDownLatch refused = new CountDownLatch(1);
      List<Future<?>> more =
          IntStream.range(0, 16)
              .<Future<?>>mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            try {
                              slow.shows(true);
                            } catch (FlightRuntimeException e) {
                              refused.countDown();
                            }
                          }))
              .toList();
      refused.await(); // the others wait
      assertTrue(new Client(2).shows(true), "another address does not");
      end.countDown();
      assertTrue(first.get().isPresent());
      for (Future<?> each : more) {
        each.get();
      }
      assertTrue(slow.shows(true));
    } finally {
      threads.shutdownNow();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
