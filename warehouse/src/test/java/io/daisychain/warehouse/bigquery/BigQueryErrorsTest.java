package io.daisychain.warehouse.bigquery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.cloud.bigquery.BigQueryError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Google's service says of a load, in our words: file, line, column, reason. */
class BigQueryErrorsTest {
  private static final BigQueryError SUMMARY =
      error(
          "Error while reading data, error message: CSV table encountered too many errors, giving"
              + " up. Rows: 2; errors: 1. Please look into the errors[] collection for more"
              + " details. File: gs://b/events-0.csv");

  @Test
  void theErrorThatNamesALineIsToldAndNotTheSummary() {
    assertEquals(
        "cannot load events: gs://b/events-0.csv, line 3, column depth: Unable to parse \"zero\"",
        words(
            SUMMARY,
            error(
                "Error while reading data, error message: Unable to parse; line_number: 3"
                    + " byte_offset_to_start_of_line: 812 column_index: 23 column_name: \"depth\""
                    + " column_type: INT64 value: \"zero\" File: gs://b/events-0.csv")));
  }

  @Test
  void olderErrorsNameThePlaceInBytes() {
    assertEquals(
        "cannot load events: gs://b/events-0.csv, byte 29, column depth: Could not parse 'zero' as"
            + " INT64 for field depth (position 1) starting at location 29",
        words(
            error(
                "Error while reading data, error message: Could not parse 'zero' as INT64 for field"
                    + " depth (position 1) starting at location 29 File: gs://b/events-0.csv")));
  }

  @Test
  void aMissingColumnIsToldWithItsLine() {
    assertEquals(
        "cannot load links: gs://b/links-0.csv, line 2: CSV table references column position 4, but"
            + " line contains only 2 columns.",
        BigQueryErrors.load(
            "links",
            List.of(
                error(
                    "Error while reading data, error message: CSV table references column position"
                        + " 4, but line contains only 2 columns.; line_number: 2"
                        + " byte_offset_to_start_of_line: 40 File: gs://b/links-0.csv")),
            BigQueryErrors.Line::new));
  }

  @Test
  void anErrorWithoutAPlaceIsToldAsItIs() {
    assertEquals(
        "cannot load events: Not found: URI gs://b/none.csv",
        words(new BigQueryError("notFound", null, "Not found: URI gs://b/none.csv")));
  }

  private static String words(BigQueryError... errors) {
    return BigQueryErrors.load("events", List.of(errors), BigQueryErrors.Line::new);
  }

  private static BigQueryError error(String message) {
    return new BigQueryError("invalid", null, message);
  }
}
