package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.EventType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import quickfix.DataDictionary;
import quickfix.Message;

/** QuickFIX/J is the judge of what is FIX 4.2. */
class FixValidityIT {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 30_000).withSeed(11);

  static Stream<Arguments> modelsAndLineages() {
    return Stream.concat(BuiltInModels.NAMES.stream(), Stream.of(BuiltInModels.MIXED))
        .flatMap(model -> Stream.of(Lineage.values()).map(lineage -> Arguments.of(model, lineage)));
  }

  @ParameterizedTest
  @MethodSource("modelsAndLineages")
  void passesTheDictionary(String model, Lineage lineage) throws Exception {
    DataDictionary dictionary = Fix42Dictionary.of(lineage);
    GeneratorSettings settings = SETTINGS.withModel(model).withLineage(lineage);
    List<GeneratedMessage> messages = GeneratedMessage.workload(settings).messages();
    Days days = new Days(3, 0.5, 5, 0);
    messages.addAll(GeneratedMessage.workload(settings.withDays(days)).messages());

    for (GeneratedMessage generated : messages) {
      Message message = new Message(generated.text(), dictionary, true);
      dictionary.validate(message);
      assertEquals(generated.text(), message.toRawString());
    }
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
}
