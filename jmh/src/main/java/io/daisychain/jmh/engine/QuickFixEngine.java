package io.daisychain.jmh.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixTag;
import java.time.LocalDateTime;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;

/** QuickFIX/J's parser and its FIX 4.2 dictionary, user-defined fields let pass. */
final class QuickFixEngine extends TypedEngine {
  private final DataDictionary dictionary;
  private Message message;

  QuickFixEngine() {
    try {
      dictionary = new DataDictionary("FIX42.xml");
    } catch (ConfigError e) {
      throw new IllegalStateException("QuickFIX/J's dictionary is not there", e);
    }
    dictionary.setCheckUserDefinedFields(false);
  }

  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    message = new Message();
    try {
      message.fromString(new String(bytes, from, to - from, ISO_8859_1), dictionary, true);
      dictionary.validate(message);
      return true;
    } catch (InvalidMessage
        | FieldNotFound
        | IncorrectTagValue
        | IncorrectDataFormat
        | RuntimeException e) { // FieldException, and UnsupportedVersion, which is not public
      return false;
    }
  }

  @Override
  public long values() {
    try {
      FieldMap header = message.getHeader();
      long sum = texts(header, HEADER_TEXTS) + texts(message, TEXTS);
      for (int tag : CHARS) {
        if (message.isSetField(tag)) {
          sum += message.getChar(tag);
        }
      }
      for (int tag : DECIMALS) {
        if (message.isSetField(tag)) {
          sum += decimal(message.getDouble(tag));
        }
      }
      sum += header.getInt(FixTag.MSG_SEQ_NUM);
      return sum + time(header, FixTag.SENDING_TIME) + time(message, FixTag.TRANSACT_TIME);
    } catch (FieldNotFound e) {
      throw new IllegalStateException("a field is gone that was there", e);
    }
  }

  private static long texts(FieldMap fields, int[] tags) throws FieldNotFound {
    long sum = 0;
    for (int tag : tags) {
      if (fields.isSetField(tag)) {
        String value = fields.getString(tag);
        sum += text(value.length(), value.charAt(0));
      }
    }
    return sum;
  }

  private static long time(FieldMap fields, int tag) throws FieldNotFound {
    if (!fields.isSetField(tag)) {
      return 0;
    }
    LocalDateTime time = fields.getUtcTimeStamp(tag);
    return time(time.toLocalTime().toNanoOfDay());
  }
}
