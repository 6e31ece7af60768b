package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Bytes into messages, and what is none. */
class FixFrameReaderTest {
  private static final int ROOM = 8 << 20;

  private final Semaphore room = new Semaphore(ROOM);

  static String frame(String body) {
    return framed("FIX.4.2", body);
  }

  static String framed(String begin, String body) {
    String text = body.replace('|', '\001');
    String head = "8=" + begin + "\0019=" + text.length() + "\001" + text;
    int sum = head.chars().sum() & 0xFF;
    return head + String.format("10=%03d\001", sum);
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(ISO_8859_1));
  }

  private FixFrameReader trusted(String text) {
    FixFrameReader reader = new FixFrameReader(bytes(text), room);
    reader.trust();
    return reader;
  }

  private static List<String> all(FixFrameReader reader) throws IOException {
    List<String> frames = new ArrayList<>();
    for (byte[] frame = reader.next(); frame != null; frame = reader.next()) {
      frames.add(new String(frame, ISO_8859_1));
    }
    reader.release();
    return frames;
  }

  @Test
  void cutsMessagesWhereverThePiecesEnd() throws IOException {
    long seed = 20_261;
    Random random = new Random(seed);
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sent.add(frame("35=D|34=" + i + "|58=" + "x".repeat(random.nextInt(40_000)) + "|"));
    }
    InputStream pieces =
        new ByteArrayInputStream(String.join("", sent).getBytes(ISO_8859_1)) {
          @Override
          public synchronized int read(byte[] to, int at, int length) {
            return super.read(to, at, Math.min(length, 1 + random.nextInt(5_000)));
          }
        };
    FixFrameReader reader = new FixFrameReader(pieces, room);
    reader.trust();
    assertEquals(sent, all(reader), "seed " + seed);
    assertEquals(ROOM, room.availablePermits());
  }

  @Test
  void aStrangersFirstByteMustBeTheProtocols() {
    String logon = frame("35=A|49=ALFA|56=MRP|34=1|");
    List<String> others =
        List.of(
            "POST / HTTP/1.1\r\n\r\n" + logon,
            "\n" + logon,
            "8=FIX.3.0\0019=5\001",
            "8=FIXT.1.2\0019=5\001",
            "8=FIX.4.5\0019=5\001",
            "8=FIX.4.2\001" + "35=A\001",
            "8=FIX.4.2\0019=\001",
            "8=FIX.4.2\0019=-1\001",
            "8=FIX.4.2\0019=2000000000\001",
            "8=FIX.4.2\0019=99999999999999\001",
            "8=FIX.4.2\0019=9999\001" + "x".repeat(9_999),
            logon.replace("10=", "11="));
    for (String other : others) {
      FixFrameReader reader = new FixFrameReader(bytes(other), room);
      assertThrows(IOException.class, reader::next, other);
    }
  }

  @Test
  void theFirstBeginStringIsThatOfAll() throws IOException {
    for (String begin : List.of("FIX.4.0", "FIX.4.1", "FIX.4.3", "FIX.4.4", "FIXT.1.1")) {
      String first = framed(begin, "35=A|34=1|");
      String last = framed(begin, "35=0|34=3|");
      String other = frame("35=0|34=2|");
      assertEquals(List.of(first, last), all(trusted(first + other + last)), begin);
      FixFrameReader cut = new FixFrameReader(bytes(first.substring(0, 8)), room);
      assertNull(cut.next(), begin);
    }
  }

  @Test
  void holdsNothingOfWhatAStrangerOnlyAnnounces() {
    InputStream endless =
        new SequenceInputStream(bytes("8=FIX.4.2\0019=4097\001"), bytes("x".repeat(ROOM)));
    assertThrows(IOException.class, () -> new FixFrameReader(endless, room).next());
    assertEquals(ROOM, room.availablePermits());
  }

  @Test
  void whatIsDamagedIsLeftOut() throws IOException {
    String first = frame("35=0|34=2|");
    String last = frame("35=0|34=4|");
    List<String> damaged =
        List.of(
            "",
            "noise",
            frame("35=0|34=3|").replaceFirst("9=10", "9=11"),
            frame("35=0|34=3|").replaceFirst("9=10", "9=9"),
            frame("35=0|34=3|").replaceFirst("9=10", "9=9000000"),
            frame("35=0|34=3|").replaceFirst("8=FIX", "8=FAX"),
            frame("35=0|34=3|").substring(0, 20));
    for (String middle : damaged) {
      assertEquals(List.of(first, last), all(trusted(first + middle + last)), middle);
    }
  }

  @Test
  void noiseEndsAConnection() {
    FixFrameReader reader = trusted("8".repeat(5 << 20));
    assertThrows(IOException.class, reader::next);
  }

  @Test
  void aCutMessageIsNone() throws IOException {
    assertNull(trusted(frame("35=0|34=2|").substring(0, 15)).next());
    assertNull(trusted("").next());
  }
}
