package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandOverTest {
  private static final String HERE = Path.of("").toAbsolutePath().toString();

  @TempDir private Path elsewhere;

  @Test
  void wordsMayHaveAnythingButNul() throws IOException {
    HandOver read = read("/x y", "2", "A=b=c", "B=", "3", "sql", "", "SELECT 'é\n\"$x'");

    assertEquals("/x y", read.folder());
    assertEquals(Map.of("A", "b=c", "B", ""), read.variables());
    assertEquals(List.of("sql", "", "SELECT 'é\n\"$x'"), read.words());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1x", "100001", "9999999999"})
  void whatIsNoNumberOfItemsIsRefused(String number) {
    assertThrows(IOException.class, () -> read("/", number, "A=b"));
  }

  @Test
  void whatEndsTooSoonOrIsTooLongIsRefused() {
    assertThrows(IOException.class, () -> read("/", "0", "2", "days"));
    assertThrows(IOException.class, () -> read("x".repeat(5 << 20)));
    assertThrows(IOException.class, () -> read("/", "1", "NAME"));
  }

  @ParameterizedTest
  @CsvSource({
    "ingest --input=*.fix,",
    "sql --format=csv SELECT,",
    "sql --file=query.sql,",
    "sql --ddl,",
    "row -h,",
    "sql --format=csv, it has no prompt",
    "sql --file=-, it reads no pipes",
    "ingest --input=-, it reads no pipes",
    "ingest --input=/dev/fd/63, it reads no pipes",
    "ingest --report=/proc/self/fd/1, it reads no pipes",
    "repair --feedback=x --input=-, it reads no pipes",
    "watch --input=x, it does no such command",
    "serve, it does no such command",
    "'', it does no such command"
  })
  void whatThisProcessCannotDoIsToldBeforeItBegins(String line, String obstacle) {
    HandOver command = new HandOver(HERE, Map.of(), List.of(line.split(" ", -1)));

    assertEquals(obstacle == null ? "" : obstacle, command.obstacle(Map.of()));
  }

  @Test
  void onlyWhoGivesCommandsInTheSameFolderAndEnvironmentIsServed() {
    Map<String, String> own = Map.of("DAISYCHAIN_JAVA_OPTS", "-Xmx1g", "TZ", "UTC", "X", "y");

    assertEquals("", obstacle(HERE, Map.of("DAISYCHAIN_JAVA_OPTS", "-Xmx1g", "TZ", "UTC"), own));
    assertEquals("", obstacle(HERE, Map.of("DAISYCHAIN_TTY", "1"), Map.of("LANG", "C")));
    assertEquals("", obstacle(HERE, Map.of("TZ", ""), Map.of()));
    assertEquals(
        "it was started with another TZ",
        obstacle(HERE, Map.of("DAISYCHAIN_JAVA_OPTS", "-Xmx1g", "TZ", "Asia/Tokyo"), own));
    assertEquals(
        "it was started with DAISYCHAIN_JAVA_OPTS", obstacle(HERE, Map.of("TZ", "UTC"), own));
    assertEquals("it stands in another folder", obstacle(elsewhere.toString(), Map.of(), Map.of()));
    assertEquals("it stands in another folder", obstacle("/no/such", Map.of(), Map.of()));
  }

  @Test
  void aTerminalIsItsOwnersAndMayChange() {
    HandOver command =
        new HandOver(HERE, Map.of("DAISYCHAIN_COLUMNS", "80", "TZ", "UTC"), List.of("days"));

    assertEquals(Map.of("DAISYCHAIN_COLUMNS", "80"), command.ofTerminal());
  }

  @Test
  void whatChangesNothingNeedNotBeBrokenOff() {
    assertTrue(new HandOver(HERE, Map.of(), List.of("drop")).isChanging());
    assertFalse(new HandOver(HERE, Map.of(), List.of("sql")).isChanging());
  }

  private static String obstacle(
      String folder, Map<String, String> variables, Map<String, String> own) {
    return new HandOver(folder, variables, List.of("days")).obstacle(own);
  }

  private static HandOver read(String... items) throws IOException {
    String all = String.join("\0", items) + "\0";
    return HandOver.read(new ByteArrayInputStream(all.getBytes(UTF_8)));
  }
}
