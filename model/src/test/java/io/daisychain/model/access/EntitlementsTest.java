package io.daisychain.model.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntitlementsTest {
  private static final List<String> TABLES = List.of("events", "alerts");
  private static final String HEX = "ab".repeat(32);

  /** Of "correct horse", by Python's hashlib.pbkdf2_hmac, with the fewest iterations. */
  private static final String QUICK =
      "pbkdf2-sha256:100000:AAECAwQFBgcICQoLDA0ODw==:V/LC8HOXSNUWQZsGKohGZjI8WD6krhZVBKgfe1PGKgk=";

  private static Entitlements parse(String csv) {
    return Entitlements.parse("who.csv", csv, TABLES);
  }

  @Test
  void aLineSaysWhoSendsWhatAndSeesWhat() {
    Entitlements all =
        parse(
            "name,senders,mpids,reporters,symbols,tables,certificates\n"
                + "# a comment\n\n"
                + "BUREAU,BUR1|BUR2,ALFA|BRVO,ALFA,IBM|AAPL,*,sha256:"
                + HEX.toUpperCase(java.util.Locale.ROOT)
                + "|dns:Bureau.example\n"
                + "\"ALFA\",ALFA,,ALFA,*,events,\n");
    Entitlement bureau = all.ofSender("BUR2").orElseThrow();
    assertEquals("BUREAU", bureau.name());
    assertTrue(bureau.maySend("BUR1", Set.of("ALFA", "BRVO")));
    assertFalse(bureau.maySend("BUR1", Set.of("ALFA", "CHLE")));
    assertFalse(bureau.maySend("ALFA", Set.of("ALFA")));
    assertTrue(bureau.sees("ALFA", "IBM"));
    assertFalse(bureau.sees("ALFA", "F"));
    assertFalse(bureau.sees("BRVO", "IBM"));
    assertTrue(bureau.tables().has("alerts"));
    assertEquals(Set.of("sha256:" + HEX, "dns:bureau.example"), bureau.certificates());
    Entitlement alfa = all.named("ALFA").orElseThrow();
    assertTrue(alfa.maySend("ALFA", Set.of("ALFA")), "its own MPID unless others are named");
    assertFalse(alfa.tables().has("alerts"));
    assertFalse(alfa.seesAllEvents());
  }

  @Test
  void whoeverIsNotNamedSeesNothing() {
    Entitlement nobody = parse("name\nX\n").named("X").orElseThrow();
    assertFalse(nobody.sees("X", "IBM"));
    assertFalse(nobody.tables().has("events"));
    assertFalse(nobody.maySend("X", Set.of("X")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "name,tables;A,evnts ! line 2: there is no table evnts",
        "name,table;A,events ! line 1: there is no column table",
        "senders;A ! line 1: the header",
        "name;A;;A ! line 4: name A is A's already",
        "name,senders;A,X;B,X ! line 3: sender X is A's already",
        "name,certificates;A,dns:x.y;B,dns:X.Y ! line 3: certificate dns:x.y is A's already",
        "name,certificates;A,sha256:12 ! line 2: certificate sha256:12 is neither",
        "name,senders;A,* ! line 2: nobody sends for all",
        "name,reporters;A,*|B ! line 2: reporters is * or names",
        "name,reporters;A,B||C ! line 2: reporters has an empty value",
        "name,reporters;A ! line 2: 1 values, and the header has 2",
        "name;a b ! line 2: name is not",
        "name ! names nobody",
        "name,messagesPerSecond;A,0 ! line 2: messagesPerSecond is no number from 1 on",
        "name,bytesPerSecond;A,1e6 ! line 2: bytesPerSecond is no number from 1 on",
        "name,secret;A,hunter2hunter2 ! line 2: secret is not of the form",
        "name,secret;A,pbkdf2-sha256:10:AAAA:AAAA ! line 2: secret is not of the form",
      })
  void errorsNameTheLineAndNoSecret(String csv, String words) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> parse(csv.replace(';', '\n')))
            .getMessage();
    assertTrue(message.startsWith("who.csv"), message);
    assertTrue(message.contains(words), message);
    assertFalse(message.contains("hunter2"), message);
  }

  @Test
  void datesAreDaysAndRangesWithBothEnds() {
    Entitlements all =
        parse("name,dates\nA,1970-01-02|1970-01-05..1970-01-07\nB,..1970-01-03\nC,*\nD,\n");
    java.util.function.Function<String, String> days =
        name ->
            java.util.stream.IntStream.range(0, 10)
                .filter(day -> all.named(name).orElseThrow().dates().has(day))
                .boxed()
                .toList()
                .toString();
    assertEquals("[1, 4, 5, 6]", days.apply("A"));
    assertEquals("[0, 1, 2]", days.apply("B"));
    assertTrue(all.named("C").orElseThrow().dates().has(Integer.MAX_VALUE));
    assertEquals("[]", days.apply("D"));
  }

  @Test
  void ratesAndTicksAreWhatTheLineSays() {
    Entitlements all =
        parse("name,ticks,messagesPerSecond,bytesPerSecond,messagesPerDay\nA,IBM,5,6,7\nB,,,,\n");
    Entitlement bounded = all.named("A").orElseThrow();
    assertEquals(new FirmRates(5, 6, 7), bounded.rates());
    assertTrue(bounded.ticks().has("IBM") && !bounded.ticks().has("F"));
    Entitlement other = all.named("B").orElseThrow();
    assertEquals(FirmRates.UNBOUNDED, other.rates());
    assertFalse(other.ticks().has("IBM"));
  }

  @Test
  void aSecretProvesANameAgainAndAgain() {
    Entitlements all = parse("name,secret\nA," + QUICK + "\nB,\n");
    for (int i = 0; i < 3; i++) {
      assertEquals("A", all.proven(Optional.empty(), "A", "correct horse").orElseThrow().name());
      assertTrue(all.proven(Optional.empty(), "A", "wrong horse").isEmpty());
      assertTrue(all.proven(Optional.empty(), "B", "correct horse").isEmpty());
      assertTrue(all.proven(Optional.empty(), "B", "").isEmpty());
    }
  }

  @Test
  void aSecretIsKnownByItsHashAlone() {
    SecretHash hash = SecretHash.of("correct horse \u00e4");
    assertFalse(hash.toString().contains("horse"));
    SecretHash read = SecretHash.parse(hash.toString());
    assertTrue(read.isOf("correct horse \u00e4"));
    SecretHash quick = SecretHash.parse(QUICK);
    assertTrue(quick.isOf("correct horse"));
    assertFalse(quick.isOf("correct horsf"));
    assertFalse(quick.isOf(""));
    assertFalse(quick.isOf("x".repeat(SecretHash.LONGEST + 1)));
    assertFalse(
        SecretHash.of("correct horse \u00e4").toString().equals(hash.toString()),
        "a salt of its own");
    assertThrows(IllegalArgumentException.class, () -> SecretHash.of("short"));
  }
}
