package io.daisychain.datagen.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChainReaderTest {
  private static String equities() {
    return BuiltInModels.yaml("equities");
  }

  @Test
  void readsTheBuiltInModelFromAFileAsWell(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("mine.yaml");
    Files.writeString(file, equities().replace("name: equities", "name: mine"));

    WorkloadPlan plan = WorkloadPlan.of(GeneratorSettings.to("unused").withModel(file.toString()));

    assertEquals("mine", plan.modelName());
    assertEquals("equities", WorkloadPlan.of(GeneratorSettings.to("unused")).modelName());
  }

  /** Each row changes one thing in the built-in model: what, to what, and what is said about it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "Working: 0.7};Working: 0.6};bad.yaml: states.DeskReceived.next sums to 0.8",
        "Acked: 0.3, Working: 0.7;Ackd: 0.3, Working: 0.7;"
            + "bad.yaml: states.DeskReceived.next.Ackd names the state Ackd, which does not exist",
        "desk: DeskReceived;desk: Received;"
            + "bad.yaml: states.DeskReceived is reached from no entry",
        "Finished: {};Finished: {next: {Finished: 1}};"
            + "bad.yaml: states.Acked is one of those from which no walk ends: [Acked, ",
        "action: PENDING_NEW;action: PENDING;"
            + "bad.yaml: states.PendingNew.action is unknown: PENDING",
        "to: broker;to: bank;bad.yaml: states.RoutedToBroker.to is bank, must be venue or broker",
        "median: 1500ms;median: 20ns2;bad.yaml: states.Working.delay.lognormal.median is 20ns2",
        "uniform: [0.1, 0.7];uniform: [0.1];"
            + "bad.yaml: states.PartlyFilled.fraction.uniform must be [low, high]",
        "delay: {lognormal: {median: 40s;dellay: {lognormal: {median: 40s;"
            + "bad.yaml: states.Busted.dellay is not known here",
        "VenueFinished: 0.97;VenueFinished: -0.97;"
            + "bad.yaml: states.Filled.next.VenueFinished is no probability: -0.97",
        "zone: America/New_York;zone: Nowhere/Land;bad.yaml: day cannot be read",
        "close: \"16:00\";close: \"09:00\";bad.yaml: day.close must come after open",
        "symbols: 4000;symbols: 1;bad.yaml: market.symbols is 1.0, must be a whole number from 2",
        "min: 1, max: 2000;max: 2000;bad.yaml: orders.lots may be below 1",
        "relays: 0.6;relays: 6;bad.yaml: orders.relays is no probability: 6.0",
        "market:;marked:;bad.yaml: marked is not known here",
        "edge: 3.5;edge: {;bad.yaml: not YAML",
        "edge: 3.5;zone: UTC;bad.yaml: day.zone is there twice",
        "gtc: 0.04;gtc: 1.4;bad.yaml: orders.gtc is no probability: 1.4",
        "brokers: 15ms;brokers: 30ms;bad.yaml: market.clocks must be 0 to 24ms",
        "at: open;at: noon;bad.yaml: states.GtcRenewed.at is noon, known are close, open and move",
        "min: 1, max: 2000;min: 3, max: 2;bad.yaml: orders.lots.min is over max",
        "exchanges: 8;exchanges: 9;bad.yaml: market.trading.exchanges is 9, at most 8",
        "hidden: 0.3;hiden: 0.3;bad.yaml: market.trading.hiden is not known here",
        "ahead: 2m;ahead: -1;bad.yaml: market.trading.ahead may be below 0",
        "closing: 0.075;closing: 0.9;"
            + "bad.yaml: market.trading.closing and opening are more than 0.9",
      })
  void refusesAModelThatCannotBeWalked(String what, String to, String said) {
    String from = what;
    String yaml = equities();
    assertTrue(yaml.contains(from), from);

    String changed = replaceFirst(yaml, from, to);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ChainReader.read("bad.yaml", changed));

    String message = refused.getMessage();
    Matcher place = Pattern.compile("bad.yaml:(\\d+): (\\S+)(.*)", Pattern.DOTALL).matcher(message);
    if (!place.matches()) {
      assertTrue(message.startsWith(said), message);
      return;
    }
    assertTrue(("bad.yaml: " + place.group(2) + place.group(3)).startsWith(said), message);
    String line = changed.lines().skip(Integer.parseInt(place.group(1)) - 1).findFirst().get();
    String key = place.group(2).substring(place.group(2).lastIndexOf('.') + 1);
    // A mapping without a line of its own key begins on the next one.
    assertTrue(line.contains(key) || place.group(2).equals("day"), message + " at: " + line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "like: other;like is other, known are [equities, ",
        "instruments: {options: 2};instruments.options is no probability: 2.0",
        "instruments: {futures: 1};instruments.futures is not known here",
        "instruments: {expiries: 0};instruments.expiries is 0.0, must be a whole number from 1",
        "instruments: {options: 0.6, spreads: 0.5};instruments.spreads and options are more than 1",
        "allocations: {shares: 1};allocations.shares is not known here",
        "versions: {FIX.4.5: 1};versions.FIX.4.5 is no version; known are [FIX.4.0, ",
        "versions: {FIX.4.2: 0.5};versions sums to 0.5 instead of 1",
      })
  void refusesWhatItCannotBeLike(String line, String said) {
    String yaml = line.startsWith("like") ? "name: it\n" : "name: it\nlike: equities\n";

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> ChainReader.read("bad.yaml", yaml + line));

    assertTrue(refused.getMessage().contains(": " + said), refused.getMessage());
  }

  @Test
  void namesAModelFileThatIsNotThere() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> WorkloadPlan.of(GeneratorSettings.to("unused").withModel("/no/such.yaml")));

    assertTrue(refused.getMessage().startsWith("--model=/no/such.yaml"), refused.getMessage());
  }

  @Test
  void refusesADayThatCrossesMidnightUtc() {
    String yaml = equities().replace("America/New_York", "Pacific/Auckland");
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> WorkloadPlan.of(GeneratorSettings.to("unused"), "kiwi.yaml", yaml));

    assertTrue(refused.getMessage().contains("is not one UTC day"), refused.getMessage());
  }

  private static String replaceFirst(String text, String from, String to) {
    int at = text.indexOf(from);
    return text.substring(0, at) + to + text.substring(at + from.length());
  }
}
