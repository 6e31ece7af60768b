package io.daisychain.reporting;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * Texts of one byte a character, written so that their bytes compare as they do, whatever follows:
 * a NUL becomes {@code 00 FF}, and {@code 00 00} ends the text.
 */
final class SortedText {
  private static final int NUL_ESCAPE = 0xff;

  private SortedText() {}

  static void write(PackedWriter out, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        out.raw(bytes, from, i + 1 - from).u8(NUL_ESCAPE);
        from = i + 1;
      }
    }
    out.raw(bytes, from, bytes.length - from).u16(0);
  }

  static String read(PackedReader in) {
    StringBuilder text = null;
    int from = in.position();
    byte[] bytes = in.buffer();
    while (true) {
      if (in.u8() != 0) {
        continue;
      }
      int end = in.position() - 1;
      boolean ends = in.u8() == 0;
      if (ends && text == null) {
        return new String(bytes, from, end - from, ISO_8859_1);
      }
      text = text == null ? new StringBuilder() : text;
      text.append(new String(bytes, from, end - from, ISO_8859_1));
      if (ends) {
        return text.toString();
      }
      text.append('\0');
      from = in.position();
    }
  }
}
