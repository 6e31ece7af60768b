package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixVersion;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import quickfix.DataDictionary;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.fix42.NewOrderSingle;

/**
 * QuickFIX/J's verdict on a message, with its dictionary of a version and user-defined fields let
 * pass; of messages of FIXT.1.1 with its dictionary of that for the session.
 */
final class QuickFixOracle {
  private final DataDictionary session;
  private final DataDictionary application;
  private final Method validate;

  QuickFixOracle(FixVersion version, boolean fixt) throws Exception {
    application = read(version.name());
    session = fixt ? read("FIXT11") : application;
    // With two dictionaries only QuickFIX/J's own session may ask.
    validate =
        DataDictionary.class.getDeclaredMethod(
            "validate", Message.class, DataDictionary.class, DataDictionary.class);
    validate.setAccessible(true);
  }

  private static DataDictionary read(String name) throws Exception {
    try (InputStream xml = NewOrderSingle.class.getResourceAsStream("/" + name + ".xml")) {
      DataDictionary dictionary = new DataDictionary(xml);
      dictionary.setCheckUserDefinedFields(false);
      return dictionary;
    }
  }

  /** What QuickFIX/J has against the message, or null where it accepts it. */
  String verdict(byte[] bytes, int from, int to) {
    Message message = new Message();
    try {
      String text = new String(bytes, from, to - from, ISO_8859_1);
      message.fromString(text, session, application, true);
      validate.invoke(null, message, session, application);
      return null;
    } catch (InvalidMessage | RuntimeException e) {
      return e.toString();
    } catch (InvocationTargetException e) {
      return e.getCause().toString();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
