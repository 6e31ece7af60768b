package io.daisychain.datagen;

import io.daisychain.datagen.lifecycle.Lineage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import quickfix.DataDictionary;

/** QuickFIX/J's dictionary of FIX 4.2, with what the generator adds to it. */
final class Fix42Dictionary {
  private Fix42Dictionary() {}

  /** FIX 4.2 with the group of merged parents, of which the first tag depends on the lineage. */
  static DataDictionary of(Lineage lineage) throws Exception {
    String delimiter = lineage == Lineage.TAGGED ? "ParentEventID" : "ParentClOrdID";
    String xml;
    try (InputStream resource = DataDictionary.class.getResourceAsStream("/FIX42.xml")) {
      xml = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
    String group =
        "<group name=\"NoParents\" required=\"N\"><field name=\""
            + delimiter
            + "\" required=\"N\"/><field name=\"ParentTradeDate\" required=\"N\"/></group>";
    for (String message : List.of("NewOrderSingle", "Allocation")) {
      int ends = xml.indexOf("</message>", xml.indexOf("<message name=\"" + message + "\""));
      xml = xml.substring(0, ends) + group + xml.substring(ends);
    }
    String fields =
        "<field number=\"10073\" name=\"NoParents\" type=\"INT\"/>"
            + "<field number=\"10003\" name=\"ParentEventID\" type=\"STRING\"/>"
            + "<field number=\"10836\" name=\"ParentTradeDate\" type=\"STRING\"/>"
            + "<field number=\"10887\" name=\"ParentClOrdID\" type=\"STRING\"/>";
    xml = xml.replace("</fields>", fields + "</fields>");
    DataDictionary dictionary =
        new DataDictionary(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    dictionary.setCheckUserDefinedFields(false);
    return dictionary;
  }
}
