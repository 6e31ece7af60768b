package io.daisychain.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-16T20:00:00Z"));

  @TempDir private Path folder;

  @Test
  void eachLineHasTheHashOfTheOneBefore() throws IOException {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun").with("user", "ann"));
    AuditHead head =
        log.append(List.of(AuditFact.of("command").with("n2", 2), AuditFact.of("ended")));

    List<String> lines = Files.readAllLines(folder.resolve(AuditLog.FILE));
    assertEquals(
        "{\"n\":1,\"time\":\"2026-03-16T20:00:00Z\",\"previous\":\""
            + "0".repeat(64)
            + "\",\"entry\":\"begun\",\"user\":\"ann\"}",
        lines.get(0));
    assertTrue(lines.get(2).contains("\"previous\":\"" + Sha256.of(lines.get(1).getBytes(UTF_8))));
    assertEquals(new AuditHead(3, Sha256.of(lines.get(2).getBytes(UTF_8))), head);
    assertEquals(head, log.head());
    assertEquals(List.of(), ChainCheck.of(log, List.of(head)).faults());
    assertEquals(head, AuditHead.parse(head.toString()));
  }

  @Test
  void threadsAppendOneAfterTheOther() throws Exception {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<AuditHead>> heads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      heads.add(
          threads.submit(
              () -> AuditLog.open(folder, CLOCK).append(List.of(AuditFact.of("query")))));
    }
    List<AuditHead> all = new ArrayList<>();
    for (Future<AuditHead> head : heads) {
      all.add(head.get());
    }
    threads.shutdown();

    assertEquals(100, all.stream().mapToLong(AuditHead::number).distinct().count());
    assertEquals(List.of(), ChainCheck.of(log, all).faults());
  }

  @Test
  void whatAKilledProcessLeftOfLineIsEntered() throws IOException {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun"));
    Files.writeString(log.file(), "{\"n\":2,", StandardOpenOption.APPEND);

    log.append(List.of(AuditFact.of("command")));

    List<AuditEntry> entries = new ArrayList<>();
    log.entries(entries::add);
    assertEquals(
        List.of("begun", "broken off", "command"), entries.stream().map(AuditEntry::kind).toList());
    assertEquals("7b226e223a322c", entries.get(1).text("bytes"));
    assertEquals(List.of(), ChainCheck.of(log, List.of()).faults());
  }

  @Test
  void lineThatIsLongerThanWhatIsReadAtOnceIsFound() throws IOException {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun"));
    log.append(List.of(AuditFact.of("command").with("query", "x".repeat(200_000))));
    AuditHead head = log.append(List.of(AuditFact.of("ended")));

    assertEquals(3, head.number());
    assertEquals(List.of(), ChainCheck.of(log, List.of(head)).faults());
  }

  @Test
  void changesOfRandomBytesAndLinesAreFound() throws IOException {
    long seed = 38;
    SplittableRandom random = new SplittableRandom(seed);
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun"));
    for (int i = 0; i < 30; i++) {
      log.append(List.of(AuditFact.of("command").with("user", "user" + i)));
    }
    byte[] right = Files.readAllBytes(log.file());
    List<String> lines = Files.readAllLines(log.file());
    AuditHead head = log.head();
    for (int round = 0; round < 400; round++) {
      List<String> changed = new ArrayList<>(lines);
      int line = random.nextInt(lines.size());
      int kind = random.nextInt(4);
      if (kind == 0) {
        changed.remove(line);
      } else if (kind == 1) {
        changed.add(line, lines.get(random.nextInt(lines.size())));
      } else if (kind == 2) {
        changed.set(line, lines.get(line).replace("user", "uses").replace("begun", "began"));
      } else {
        byte[] bytes = right.clone();
        int at = random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(log.file(), bytes);
      }
      if (kind != 3) {
        Files.write(log.file(), changed);
      }
      assertFalse(
          ChainCheck.of(log, List.of(head)).faults().isEmpty(),
          "seed %s, round %s, kind %s of line %s".formatted(seed, round, kind, line));
    }
  }

  @Test
  void changedLineIsNamed() throws IOException {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun"));
    for (int i = 2; i <= 9; i++) {
      log.append(List.of(AuditFact.of("command").with("user", "user" + i)));
    }
    List<String> lines = Files.readAllLines(log.file());
    lines.set(3, lines.get(3).replace("user4", "anon"));
    lines.remove(6);
    Files.write(log.file(), lines);

    assertEquals(
        List.of(
            log.file() + ": entry 4 was changed, or what entry 5 says of it",
            log.file() + ": line 7: entry 7 is missing"),
        ChainCheck.of(log, List.of()).faults());
  }

  @Test
  void chainThatWasWrittenAnewIsFoundByKeptHead() throws IOException {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun").with("user", "ann"));
    log.append(List.of(AuditFact.of("drop")));
    AuditHead kept = log.append(List.of(AuditFact.of("ended")));
    Files.delete(log.file());
    log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun").with("user", "ann"));
    log.append(List.of(AuditFact.of("query")));

    assertEquals(List.of(), ChainCheck.of(log, List.of()).faults());
    assertEquals(
        List.of(log.file() + ": entry 3, whose head was kept, is missing: the log ends with 2"),
        ChainCheck.of(log, List.of(kept)).faults());
    log.append(List.of(AuditFact.of("ended")));
    assertEquals(
        List.of(
            log.file()
                + ": entry 3 is not the one of the head that was kept: it, or one before it, was"
                + " changed"),
        ChainCheck.of(log, List.of(kept)).faults());
  }

  @Test
  void nothingIsEnteredBehindLineThatIsNone() throws IOException {
    AuditLog log = AuditLog.begin(folder, CLOCK, AuditFact.of("begun"));
    Files.writeString(log.file(), "nonsense\n", StandardOpenOption.APPEND);

    IOException thrown =
        assertThrows(IOException.class, () -> log.append(List.of(AuditFact.of("command"))));
    assertTrue(thrown.getMessage().contains("the last line was changed"), thrown.getMessage());
    assertEquals(
        List.of(log.file() + ": line 2 is no entry: it is no JSON"),
        ChainCheck.of(log, List.of()).faults());
  }

  @Test
  void signatureIsOfTheseBytesAndThisKey() throws IOException {
    ReceiptKey.make(folder);
    byte[] receipt = "receipt".getBytes(UTF_8);
    byte[] signature = ReceiptKey.sign(folder, receipt);
    Path key = folder.resolve(ReceiptKey.PUBLIC);

    assertTrue(ReceiptKey.isSigned(key, receipt, signature));
    assertFalse(ReceiptKey.isSigned(key, "Receipt".getBytes(UTF_8), signature));
    assertFalse(ReceiptKey.isSigned(key, receipt, new byte[7]));
    Path other = Files.createDirectory(folder.resolve("other"));
    ReceiptKey.make(other);
    assertFalse(ReceiptKey.isSigned(other.resolve(ReceiptKey.PUBLIC), receipt, signature));
  }
}
