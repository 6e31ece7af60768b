package io.daisychain.warehouse.bigquery;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.BigQueryException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What BigQuery complains about, in our words.
 *
 * <p>A load job says where by words inside its message, as {@code line_number: 3 ... column_name:
 * "depth" ... File: gs://bucket/name}, or in older ones {@code for field depth (position 22)
 * starting at location 1234}.
 */
final class BigQueryErrors {
  private static final Pattern LINE = Pattern.compile("(?i)\\bline(?:_number)?: (\\d+)");
  private static final Pattern COLUMN =
      Pattern.compile("column_name: \"([^\"]*)\"|for field (\\S+)|column (\\w+) line");
  private static final Pattern PLACE = Pattern.compile("starting at location (\\d+)");
  private static final Pattern VALUE = Pattern.compile("value: (\"[^\"]*\")");
  private static final Pattern FILE = Pattern.compile("File: (\\S+)");
  private static final Pattern PREAMBLE =
      Pattern.compile(
          "^Error while reading data, error message: (?:CSV processing encountered too"
              + " many errors, giving up\\. )?");
  private static final Pattern SUMMARY = Pattern.compile("too many errors, giving up");

  private BigQueryErrors() {}

  /** A line of an uploaded or fetched file, as users find it. */
  record Line(String file, long number) {}

  /** Finds the file of a line of what was uploaded. */
  interface Lines {
    Line of(String file, long line);
  }

  static String words(BigQueryException e) {
    BigQueryError error = e.getError();
    String words =
        error == null || error.getMessage() == null ? e.getMessage() : error.getMessage();
    return words == null ? String.valueOf(e.getCause()) : words.strip();
  }

  /** One sentence about the first error that has something to say. */
  static String load(String table, List<BigQueryError> errors, Lines lines) {
    BigQueryError error =
        errors.stream()
            .filter(one -> !SUMMARY.matcher(one.getMessage()).find())
            .findFirst()
            .orElse(errors.get(0));
    String message = error.getMessage();
    StringBuilder words = new StringBuilder("cannot load ").append(table).append(": ");
    String file = found(FILE, message, error.getLocation());
    String line = found(LINE, message, null);
    if (line != null) {
      Line place = lines.of(file, Long.parseLong(line));
      words.append(place.file()).append(", line ").append(place.number()).append(", ");
    } else {
      words.append(file == null ? "" : lines.of(file, 0).file() + ", ");
      String at = found(PLACE, message, null);
      words.append(at == null ? "" : "byte " + at + ", ");
    }
    String column = found(COLUMN, message, null);
    words.append(column == null ? "" : "column " + column + ", ");
    words.replace(words.length() - 2, words.length(), ": ");
    words.append(reason(message));
    String value = found(VALUE, message, null);
    return words.append(value == null ? "" : " " + value).toString();
  }

  /** The message without what has been said. */
  private static String reason(String message) {
    String rest = PREAMBLE.matcher(message).replaceFirst("").replaceFirst("; line_number: .*", "");
    List<String> lines =
        rest.replaceFirst(" File: \\S+$", "")
            .lines()
            .filter(line -> !line.isBlank())
            .filter(
                line -> !line.contains("CSV Error on Line:") && !line.startsWith("Original Line"))
            .toList();
    return lines.isEmpty() ? "malformed" : lines.get(0).strip();
  }

  private static String found(Pattern pattern, String message, String otherwise) {
    Matcher matcher = pattern.matcher(message);
    if (!matcher.find()) {
      return otherwise;
    }
    for (int group = 1; group < matcher.groupCount(); group++) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    return matcher.group(matcher.groupCount());
  }
}
