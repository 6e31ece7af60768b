package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordClassifierTest {
  private static final String NAME = "0_ALFA_20261116_OrderEvents_000001";
  private static final int RECORDS = 4_000;

  @ParameterizedTest
  @CsvSource({
    "gzip, CSV",
    "zstd, CSV",
    "bzip2, CSV",
    "gzip, LINES",
    "zstd, LINES",
    "bzip2, LINES",
    "gzip, ARRAY",
    "zstd, ARRAY",
    "bzip2, ARRAY"
  })
  void whatIsLeftOfTheLastRecordOfAFileThatIsBrokenOffIsRejected(String packing, String form)
      throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 6; i++) {
      byte[] packed = pack(packing, file(form, random));
      List<String> whole = read(packed).stored;
      assertEquals(RECORDS, whole.size());
      int end = packed.length / 2 + random.nextInt(packed.length / 3);
      String which = packing + " " + form + " up to byte " + end + ", seed " + seed;

      Taken taken = read(Arrays.copyOf(packed, end));

      int stored = taken.stored.size();
      assertTrue(stored > 0 && stored < RECORDS, which);
      assertEquals(whole.subList(0, stored), taken.stored, which);
      assertTrue(taken.rejected.size() <= 1, which);
      taken.rejected.forEach(code -> assertEquals("2153", code, which));
    }
  }

  private static String file(String form, Random random) {
    List<String> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      // So that it cannot be packed to next to nothing, and breaks off at any place of a record.
      String id = Long.toHexString(random.nextLong() >>> random.nextInt(60));
      records.add(
          form.equals("CSV")
              ? "NEW,,20261116_%s,MEOC,,20261116T093001,order%d,AAPL,,20261116T093009,false,,40,0,C"
                  .formatted(id, i)
              : ("{\"actionType\":\"NEW\",\"firmROEID\":\"20261116_%s\",\"type\":\"MEOC\","
                      + "\"orderKeyDate\":\"20261116T093001\",\"orderID\":\"order%d\","
                      + "\"symbol\":\"AAPL\",\"eventTimestamp\":\"20261116T093009\"}")
                  .formatted(id, i));
    }
    return form.equals("ARRAY")
        ? "[" + String.join(",\n", records) + "]"
        : String.join("\n", records) + "\n";
  }

  private static byte[] pack(String packing, String text) throws IOException {
    byte[] bytes = text.getBytes(ISO_8859_1);
    if (packing.equals("zstd")) {
      return Zstd.compress(bytes, 3);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out =
        packing.equals("gzip")
            ? new GZIPOutputStream(packed)
            : new BZip2CompressorOutputStream(packed, 1)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static Taken read(byte[] file) throws IOException {
    Taken taken = new Taken();
    RecordClassifier classifier =
        new RecordClassifier(
            EventReader.Rules.DEFAULT, ReferenceData.NONE, taken, new MessageCounts());
    try (InputFile in = InputFile.open(new ByteArrayInputStream(file))) {
      RecordStream.Form form = classifier.formOf(in);
      classifier.readAll(InputRange.whole(NAME), NAME, in, form);
    }
    return taken;
  }

  private static final class Taken implements MessageClassifier.Output {
    final List<String> stored = new ArrayList<>();
    final List<String> rejected = new ArrayList<>();

    @Override
    public void event(
        OrderEvent event,
        ValidationFlags flags,
        PackedWriter content,
        ContentHash hash,
        long line) {
      stored.add(new String(content.buffer(), 0, content.length(), ISO_8859_1));
    }

    @Override
    public DateVerdict verdict(int date) {
      return DateVerdict.TAKEN;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {}

    @Override
    public void error(FeedbackLine error) {
      if (error.status().equals("REJECTED")) {
        rejected.add(error.reason());
      }
    }
  }
}
