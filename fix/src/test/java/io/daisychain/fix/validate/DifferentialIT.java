package io.daisychain.fix.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferentialIT {
  private static final long SEED = Long.getLong("seed", 20260316);

  @ParameterizedTest
  @EnumSource
  void acceptsValidMessagesAsQuickFixDoes(FixVersion version) throws Exception {
    new Differential(version).runValid(5_000, SEED);
  }

  @ParameterizedTest
  @EnumSource
  void differsFromQuickFixOnlyWhereItIsMeantTo(FixVersion version, TestReporter reporter)
      throws Exception {
    Differential differential = new Differential(version);

    differential.run(10_000, SEED);

    reporter.publishEntry(version.label() + ", seed " + SEED, differential.summary());
    assertEquals(10_000, differential.compared());
  }

  @Test
  void thePageOfChecksListsEveryDeliberateDifferenceAndEveryReason() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "checks.md"));
    String only = page.substring(page.indexOf("## What QuickFIX/J does not see"));
    for (Deliberate kind : Deliberate.values()) {
      assertTrue(only.contains("\n- " + kind.meaning() + "\n"), kind.name());
    }
    for (Reason reason : Reason.values()) {
      String status = "errorReason=" + reason.code();
      boolean shown = page.contains(status + "\n") || reason == Reason.FRAMING;
      assertEquals(reason != Reason.INVALID_MSG_TYPE, shown, reason.name());
    }
  }

  @Test
  void neverThrowsAndNeverLeavesTheLine() {
    Random random = new Random(SEED);
    FixMessage message = new FixMessage();
    MessageFinder finder = new MessageFinder();
    MessageChecker checker = new MessageChecker();
    ValidationResult result = new ValidationResult();
    List<FixVersion> versions = List.of(FixVersion.values());
    List<ValidMessages> valid = versions.stream().map(ValidMessages::new).toList();
    for (int round = 0; round < 200_000; round++) {
      int next = round / 2 % valid.size();
      byte[] line =
          round % 2 == 0
              ? noise(random)
              : Mutation.mutate(valid.get(next).next(random), versions.get(next), random);
      int from = random.nextInt(3) == 0 ? random.nextInt(line.length + 1) : 0;
      int position = from;
      finder.line(line, from, line.length);
      for (var found = finder.next(message);
          found != MessageFinder.Found.END;
          found = finder.next(message)) {
        assertEquals(true, finder.from() >= position && finder.to() <= line.length);
        position = finder.to();
        if (found == MessageFinder.Found.MESSAGE) {
          checker.check(message, FixVersion.of(message, FixVersion.FIX50SP2), result);
          checkBounds(message, result);
        }
      }
    }
  }

  private static void checkBounds(FixMessage message, ValidationResult result) {
    for (int i = 0; i < result.count(); i++) {
      int offset = result.offset(i);
      assertEquals(true, offset >= message.from() && offset <= message.end());
      assertEquals(true, !result.text(i, message).isEmpty());
    }
    for (int i = 0; i < message.fieldCount(); i++) {
      int valueEnd = message.valueOffset(i) + message.valueLength(i);
      assertEquals(true, message.valueLength(i) >= 0 && valueEnd <= message.end());
    }
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[random.nextInt(200) + 1];
    random.nextBytes(bytes);
    String pieces = "8=FIX.4.2|9=|35=D|10=123|354=3|355=|10073=1|10887=|78=2|79=|";
    for (int i = random.nextInt(10); i > 0; i--) {
      int at = random.nextInt(bytes.length);
      byte[] piece = Messages.fix(pieces.substring(random.nextInt(pieces.length())));
      System.arraycopy(piece, 0, bytes, at, Math.min(piece.length, bytes.length - at));
    }
    return bytes;
  }
}
