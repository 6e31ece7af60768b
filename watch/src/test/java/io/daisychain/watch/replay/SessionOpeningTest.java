package io.daisychain.watch.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daisychain.listen.TlsStore;
import io.daisychain.watch.HostPort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a session is opened, by a clock that goes on in pauses alone. */
class SessionOpeningTest {
  private static final int SECOND_PAUSES = 5;
  private static final int PATIENCE_PAUSES = 60 * SECOND_PAUSES;

  private final IOException away = new ConnectException("nobody listens");
  private final IOException closed = new SessionOpening.ClosedException("not answered");
  private final List<Boolean> opened = new ArrayList<>();
  private boolean haveOthersBegun;
  private int pauses;

  @Test
  void waitsForOneThatIsAwayAtTheFirstLogonWhereOthersHaveBegun() throws Exception {
    haveOthersBegun = true;
    opening(SECOND_PAUSES, away).first();
    assertEquals(SECOND_PAUSES + 1, opened.size());
    assertEquals(SECOND_PAUSES, pauses);
    assertEquals(List.of(true), opened.stream().distinct().toList(), "each begins with number 1");
  }

  @Test
  void waitsForAMinute() throws Exception {
    haveOthersBegun = true;
    SessionOpening opening = opening(PATIENCE_PAUSES + 1, away);
    assertSame(away, assertThrows(IOException.class, opening::first));
    assertEquals(PATIENCE_PAUSES, pauses);
    opened.clear();
    opening(PATIENCE_PAUSES, away).first();
    assertEquals(PATIENCE_PAUSES + 1, opened.size(), "at the last moment");
  }

  /** A port that closes each connection at once. */
  @Test
  void waitsForOneThatEndsConnectionsBeforeTlsIsAgreedOn(@TempDir Path folder) throws Exception {
    KeyStore nobody = KeyStore.getInstance("PKCS12");
    nobody.load(null, null);
    Path keys = folder.resolve("nobody.p12");
    try (OutputStream out = Files.newOutputStream(keys)) {
      nobody.store(out, "password".toCharArray());
    }
    try (ServerSocket port = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      Thread closes =
          new Thread(
              () -> {
                try {
                  port.accept().close();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      closes.start();
      HostPort there =
          new HostPort("127.0.0.1", port.getLocalPort(), new TlsStore(keys, "password"));
      IOException cut = assertThrows(HostPort.HandshakeCutException.class, there::connect);
      closes.join();
      opening(SECOND_PAUSES, cut).first();
      assertEquals(SECOND_PAUSES + 1, opened.size());
    }
  }

  @Test
  void failsAtOnceWhereNobodyHasBegun() {
    SessionOpening opening = opening(1, away);
    assertSame(away, assertThrows(IOException.class, opening::first));
    assertEquals(1, opened.size());
  }

  @Test
  void givesUpAfterThreeLogonsThatWereClosed() throws Exception {
    opening(2, closed).first();
    assertEquals(3, opened.size());
    opened.clear();
    haveOthersBegun = true;
    SessionOpening opening = opening(3, closed);
    assertSame(closed, assertThrows(IOException.class, opening::first));
    assertEquals(3, opened.size());
  }

  @Test
  void opensOneThatWasCutForAMinute() throws Exception {
    opening(PATIENCE_PAUSES - 1, closed).again();
    assertEquals(PATIENCE_PAUSES, opened.size());
    assertEquals(List.of(false), opened.stream().distinct().toList(), "under the next number");
    opened.clear();
    SessionOpening opening = opening(PATIENCE_PAUSES, away);
    assertSame(away, assertThrows(IOException.class, opening::again).getCause());
  }

  /** One that fails so often. */
  private SessionOpening opening(int failures, IOException failure) {
    return new SessionOpening(
        first -> {
          opened.add(first);
          if (opened.size() <= failures) {
            throw failure;
          }
        },
        () -> haveOthersBegun,
        new SessionOpening.Clock() {
          @Override
          public long nanos() {
            return TimeUnit.SECONDS.toNanos(pauses) / SECOND_PAUSES;
          }

          @Override
          public void pause(long millis) {
            assertEquals(1_000 / SECOND_PAUSES, millis);
            pauses++;
          }
        });
  }
}
