package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.InputStream;
import quickfix.DataDictionary;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.fix42.NewOrderSingle;

/**
 * QuickFIX/J's verdict on a message, with its FIX 4.2 dictionary and user-defined fields let pass.
 */
final class QuickFixOracle {
  private final DataDictionary dictionary;

  QuickFixOracle() throws Exception {
    try (InputStream xml = NewOrderSingle.class.getResourceAsStream("/FIX42.xml")) {
      dictionary = new DataDictionary(xml);
    }
    dictionary.setCheckUserDefinedFields(false);
  }

  /** What QuickFIX/J has against the message, or null where it accepts it. */
  String verdict(byte[] bytes, int from, int to) {
    Message message = new Message();
    try {
      message.fromString(new String(bytes, from, to - from, ISO_8859_1), dictionary, true);
      dictionary.validate(message);
      return null;
    } catch (InvalidMessage
        | FieldNotFound
        | IncorrectTagValue
        | IncorrectDataFormat
        | RuntimeException e) { // FieldException, and UnsupportedVersion, which is not public
      return e.toString();
    }
  }
}
