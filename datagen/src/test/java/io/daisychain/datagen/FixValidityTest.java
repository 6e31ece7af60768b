package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daisychain.model.EventType;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import quickfix.DataDictionary;
import quickfix.Message;

/** QuickFIX/J is the judge of what is FIX 4.2. */
class FixValidityTest {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 30_000).withSeed(11);

  @ParameterizedTest
  @EnumSource(Lineage.class)
  void passesTheDictionaryInEveryTypeOfEvent(Lineage lineage) throws Exception {
    DataDictionary dictionary = dictionary(lineage);
    List<GeneratedMessage> messages =
        GeneratedMessage.workload(SETTINGS.withLineage(lineage)).messages();

    Set<EventType> types = EnumSet.noneOf(EventType.class);
    for (GeneratedMessage generated : messages) {
      types.add(generated.type());
      Message message = new Message(generated.text(), dictionary, true);
      dictionary.validate(message);
      assertEquals(generated.text(), message.toRawString());
    }

    assertEquals(EnumSet.complementOf(EnumSet.of(EventType.UNKNOWN)), types);
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
    DataDictionary dictionary = dictionary(Lineage.NATIVE);
    GeneratedMessage.Output output =
        GeneratedMessage.workload(
            SETTINGS.withLineage(Lineage.NATIVE).withErrors(0.05).withTruth());
    List<String> expected = output.truth().lines().skip(1).toList();
    List<GeneratedMessage> messages = output.messages();

    assertEquals(expected.size(), messages.size());
    for (int i = 0; i < messages.size(); i++) {
      Message message = new Message(messages.get(i).text(), dictionary, true);
      if (expected.get(i).contains("STRUCTURE")) {
        assertThrows(Exception.class, () -> dictionary.validate(message), messages.get(i).text());
      } else {
        dictionary.validate(message);
      }
    }
  }

  /** FIX 4.2 with the group of merged parents, of which the first tag depends on the lineage. */
  private static DataDictionary dictionary(Lineage lineage) throws Exception {
    String delimiter = lineage == Lineage.TAGGED ? "ParentEventID" : "ParentClOrdID";
    String xml;
    try (InputStream resource = DataDictionary.class.getResourceAsStream("/FIX42.xml")) {
      xml = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
    int orderEnds = xml.indexOf("</message>", xml.indexOf("msgtype=\"D\""));
    if (orderEnds < 0) {
      orderEnds = xml.indexOf("</message>", xml.indexOf("name=\"NewOrderSingle\""));
    }
    String group =
        "<group name=\"NoParents\" required=\"N\"><field name=\""
            + delimiter
            + "\" required=\"N\"/></group>";
    xml = xml.substring(0, orderEnds) + group + xml.substring(orderEnds);
    String fields =
        "<field number=\"10073\" name=\"NoParents\" type=\"INT\"/>"
            + "<field number=\"10003\" name=\"ParentEventID\" type=\"STRING\"/>"
            + "<field number=\"10887\" name=\"ParentClOrdID\" type=\"STRING\"/>";
    xml = xml.replace("</fields>", fields + "</fields>");
    DataDictionary dictionary =
        new DataDictionary(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    dictionary.setCheckUserDefinedFields(false);
    return dictionary;
  }
}
