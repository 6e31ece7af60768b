package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.RecordStream.Form;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordStreamTest {
  private static List<String> records(String text) throws IOException {
    byte[] bytes = text.getBytes(ISO_8859_1);
    RecordStream stream =
        new RecordStream(new ByteArrayInputStream(bytes), RecordStream.formOf(bytes));
    List<String> records = new ArrayList<>();
    while (stream.next()) {
      String record =
          new String(stream.buffer(), stream.from(), stream.to() - stream.from(), ISO_8859_1);
      assertEquals(
          record,
          text.substring(
              (int) stream.fileOffset(stream.from()), (int) stream.fileOffset(stream.to())));
      if (stream.isContinuation()) {
        assertEquals("", record); // that the file ends here was not known before
        continue;
      }
      records.add(
          stream.line() + ":" + record + (stream.broken() == null ? "" : "!" + stream.broken()));
    }
    return records;
  }

  @Test
  void aLineIsARecord() throws IOException {
    assertEquals(
        List.of("1:{\"a\":1}", "3:{}", "4:x"), records("\u00ef\u00bb\u00bf {\"a\":1}\r\n\n{}\nx"));
    assertEquals(
        List.of("1:NEW,,1,MENO,", "2:NEW,,2,MENO,"), records("NEW,,1,MENO,\nNEW,,2,MENO,\n"));
  }

  @Test
  void anElementOfAnArrayIsARecordOverAnyLines() throws IOException {
    assertEquals(
        List.of("2:{\"a\":\"}\\\"\"}", "3:{\n\"b\": {}\n}", "5:{}"),
        records("[\n{\"a\":\"}\\\"\"},\n{\n\"b\": {}\n} , {}\n]\n"));
    assertEquals(List.of(), records("[ ]"));
  }

  @Test
  void aBrokenArrayIsReadUpToItsFault() throws IOException {
    assertEquals(List.of("1:{}", "1:{\"a\"!a record does not end"), records("[{},{\"a\""));
    assertEquals(List.of("1:{}", "2:!the array does not end"), records("[{}\n"));
    assertEquals(List.of("1:{}", "1:{}]!no comma behind a record"), records("[{}{}]"));
    assertEquals(List.of("1:1]!an element of the array is no object"), records("[1]"));
    assertEquals(List.of("1:x!something behind the array"), records("[]x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "NEW,,20260914_1,MENO; CSV",
        "RPR,1,20260914_1,MOOMR,; CSV",
        "actionType,errorROEID,firmROEID,type;",
        "NEW,,20260914_1,MXNO;",
        "{; JSON_LINES",
        "[; JSON_ARRAY",
        "[info] 8=FIX.4.2;",
        "8=FIX.4.2;",
      })
  void aFileIsToldByWhatItBeginsWith(String head, Form form) {
    assertEquals(form, RecordStream.formOf(head.getBytes(ISO_8859_1)));
  }

  @Test
  void whatNeverEndsComesInPieces() throws IOException {
    for (String start : List.of("[{\"a\":\"", "{\"a\":\"", "NEW,,1,MENO,")) {
      byte[] head = start.getBytes(ISO_8859_1);
      long all = 20L << 20;
      RecordStream stream = new RecordStream(endless(head, all), RecordStream.formOf(head));
      long taken = 0;
      int first = 0;
      while (stream.next()) {
        assertTrue(stream.isOversized());
        first += stream.isContinuation() ? 0 : 1;
        taken += stream.to() - stream.from();
      }
      assertEquals(1, first);
      assertEquals(start.startsWith("[") ? all - 1 : all, taken);
    }
    assertNull(RecordStream.formOf(new byte[0]));
  }

  private static InputStream endless(byte[] head, long all) {
    InputStream rest =
        new InputStream() {
          private long left = all - head.length;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] into, int from, int room) {
            int count = (int) Math.min(room, left);
            Arrays.fill(into, from, from + count, (byte) 'x');
            left -= count;
            return count == 0 ? -1 : count;
          }
        };
    return new SequenceInputStream(new ByteArrayInputStream(head), rest);
  }
}
