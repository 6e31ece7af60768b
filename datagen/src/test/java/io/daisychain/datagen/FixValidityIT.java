package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.validate.MessageChecker;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.model.EventType;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import quickfix.DataDictionary;
import quickfix.Message;

/** QuickFIX/J is the judge of what is FIX 4.2, our own checker of other versions. */
class FixValidityIT {
  private static final MessageChecker CHECKER = new MessageChecker();
  private static final ValidationResult RESULT = new ValidationResult();
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 30_000).withSeed(11);

  private static final GeneratorSettings VERSIONS =
      GeneratorSettings.to("unused").withWorkload(100, 10_000).withSeed(13).withTruth();

  static Stream<Arguments> modelsAndLineages() {
    return Stream.concat(BuiltInModels.NAMES.stream(), Stream.of(BuiltInModels.MIXED))
        .flatMap(model -> Stream.of(Lineage.values()).map(lineage -> Arguments.of(model, lineage)));
  }

  @ParameterizedTest
  @MethodSource("modelsAndLineages")
  void passesTheDictionary(String model, Lineage lineage) throws Exception {
    DataDictionary dictionary = Fix42Dictionary.of(lineage);
    GeneratorSettings settings =
        SETTINGS.withWorkload(100, 8_000).withModel(model).withLineage(lineage);
    Days days = new Days(3, 0.5, 5, 0);
    List<String> messages =
        Stream.of(settings, settings.withDays(days))
            .flatMap(each -> GeneratedMessage.workload(each).lines().stream())
            .toList();

    Set<FixVersion> versions = EnumSet.noneOf(FixVersion.class);
    for (String generated : messages) {
      FixVersion version = version(generated);
      versions.add(version);
      if (version == FixVersion.FIX42) {
        Message message = new Message(generated, dictionary, true);
        dictionary.validate(message);
        assertEquals(generated, message.toRawString());
      }
      for (GeneratedMessage event : GeneratedMessage.events(generated).toList()) {
        assertEquals("", faults(event.text(), version), generated);
      }
    }
    assertEquals(
        model.equals(BuiltInModels.MIXED)
            ? EnumSet.allOf(FixVersion.class)
            : EnumSet.of(FixVersion.FIX42),
        versions);
  }

  private static FixVersion version(String generated) {
    return FixVersion.of(indexed(generated), null);
  }

  private static FixMessage indexed(String generated) {
    byte[] bytes = generated.getBytes(StandardCharsets.ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    return message;
  }

  /** What our own checker, which tests of fix hold beside QuickFIX/J's of all versions, says. */
  private static String faults(String generated, FixVersion version) {
    FixMessage message = indexed(generated);
    CHECKER.check(message, version, RESULT);
    StringBuilder faults = new StringBuilder();
    for (int i = 0; i < RESULT.count(); i++) {
      faults.append(RESULT.tag(i)).append(' ').append(RESULT.text(i, message)).append(';');
    }
    return faults.toString();
  }

  @Test
  void makesEveryTypeOfEventByDefault() {
    Set<EventType> types = EnumSet.noneOf(EventType.class);
    GeneratedMessage.workload(SETTINGS).messages().forEach(message -> types.add(message.type()));

    assertEquals(EnumSet.range(EventType.NEW, EventType.CORRECT), types);
  }

  @Test
  void countsBodyLengthFromMsgTypeToCheckSum() {
    for (String line : GeneratedMessage.workload(SETTINGS).lines()) {
      int from = line.indexOf("\u000135=") + 1;
      int to = line.lastIndexOf("\u000110=") + 1;
      assertEquals(
          Integer.toString(to - from), line.substring(line.indexOf("\u00019=") + 3, from - 1));
    }
  }

  @Test
  void failsTheDictionaryWhereAFieldIsBrokenOnPurpose() throws Exception {
    DataDictionary dictionary = Fix42Dictionary.of(Lineage.NATIVE);
    GeneratedMessage.Output output =
        GeneratedMessage.workload(
            SETTINGS.withLineage(Lineage.NATIVE).withErrors(0.05).withTruth());
    Map<String, String> expected = new HashMap<>();
    output.truth().lines().skip(1).forEach(line -> expected.put(line.substring(0, 36), line));
    int broken = 0;
    for (GeneratedMessage generated : output.messages()) {
      Message message = new Message(generated.text(), dictionary, true);
      if (expected.get(generated.key().toString()).contains("STRUCTURE")) {
        broken++;
        assertThrows(Exception.class, () -> dictionary.validate(message), generated.text());
      } else {
        dictionary.validate(message);
      }
    }
    assertTrue(broken > 0);
  }

  private static GeneratedMessage.Output in(String versions, Lineage lineage) {
    GeneratorSettings settings = VERSIONS.withLineage(lineage).withErrors(0.1).withShards(1);
    String yaml =
        "name: versions\nlike: equities\ninstruments: {options: 0.2}\n"
            + "allocations: {customers: 0.3}\nlists: {share: 0.2}\nversions: {"
            + versions
            + "}\n";
    return GeneratedMessage.shard(WorkloadPlan.of(settings, "versions.yaml", yaml), 0);
  }

  /** Keys, parents, roots and statuses of a market do not depend on what its firms speak. */
  @ParameterizedTest
  @CsvSource({"TAGGED, FIX.4.4", "NATIVE, FIX.4.4", "NATIVE, FIX.4.3", "NATIVE, FIX.5.0SP2"})
  void versionsLeaveTheMarketAsItIs(Lineage lineage, String version) {
    GeneratedMessage.Output usual = in("FIX.4.2: 1", lineage);
    GeneratedMessage.Output other = in(version + ": 1", lineage);

    assertEquals(usual.truth(), other.truth());
    assertEquals(usual.summary().messages(), other.summary().messages());
    assertNotEquals(usual.events(), other.events());
  }

  @Test
  void versionsAreOfFirms() {
    Map<String, Set<String>> byFirm = new HashMap<>();
    GeneratedMessage.Output output = in("FIX.4.2: 0.5, FIX.4.4: 0.5", Lineage.NATIVE);
    for (GeneratedMessage message : output.messages()) {
      if (!message.value(35).equals("AS")) { // which FIX 4.2 does not have
        byFirm.computeIfAbsent(message.reporter(), none -> new HashSet<>()).add(message.value(8));
      }
    }
    Set<String> all = new HashSet<>();
    byFirm.forEach(
        (firm, versions) -> {
          assertEquals(1, versions.size(), firm);
          all.addAll(versions);
        });
    assertEquals(Set.of("FIX.4.2", "FIX.4.4"), all);
  }
}
