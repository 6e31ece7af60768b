package io.daisychain.publish;

import io.daisychain.model.CalendarDates;
import io.daisychain.publish.table.PublishedCounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.HexFormat;
import org.apache.beam.sdk.io.FileSystems;

/** Where the counts of a trade date come from. */
final class DayCounts {
  private DayCounts() {}

  /** Name of the file in a run's folder by which the workers tell the launcher. */
  static String fileName(int epochDay) {
    return "counts-" + CalendarDates.text(epochDay);
  }

  /** The file's content. */
  static byte[] bytes(PublishedCounts counts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new PublishedCounts.CountsCoder().encode(counts, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array takes everything
    }
    return bytes.toByteArray();
  }

  /** Reads what {@link WriteSummaryFn} wrote. */
  static PublishedCounts read(String runFolder, int epochDay) throws IOException {
    String file = runFolder + "/" + fileName(epochDay);
    try (InputStream in =
        Channels.newInputStream(FileSystems.open(FileSystems.matchNewResource(file, false)))) {
      return new PublishedCounts.CountsCoder().decode(in);
    }
  }

  /** As text, for a warehouse to keep. */
  static String text(PublishedCounts counts) {
    return HexFormat.of().formatHex(bytes(counts));
  }

  /** False for a text that was written when there were other tables or statuses. */
  static boolean isOfThisForm(String text) {
    return text.length() == text(PublishedCounts.ZERO).length();
  }

  /**
   * Reads what {@link #text} says.
   *
   * @throws IOException if it is no such text
   */
  static PublishedCounts parse(String text) throws IOException {
    try {
      return new PublishedCounts.CountsCoder()
          .decode(new ByteArrayInputStream(HexFormat.of().parseHex(text)));
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + text + "' are no counts of a trade date", e);
    }
  }
}
