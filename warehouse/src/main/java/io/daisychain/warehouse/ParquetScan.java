package io.daisychain.warehouse;

import io.daisychain.warehouse.column.FileKey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL by which DuckDB reads Parquet files: those that are encrypted apart from others, as one
 * {@code read_parquet} takes either.
 */
public final class ParquetScan {
  private static final String KEY = "daisychain";
  private static final String PLACE = "file_row_number";
  private static final String VIRTUAL = "filename, " + PLACE;
  private static final String CONFIG = ", encryption_config = {footer_key: '" + KEY + "'}";

  private ParquetScan() {}

  /**
   * A table in SQL, with the columns {@code filename} and {@code file_row_number} where files are
   * encrypted.
   *
   * <p>DuckDB 2.0.0 finds the tags of such files wrong as soon as it filters their rows while it
   * reads them. So their columns pass an expression that it cannot look through, as a number drawn
   * by chance is part of it; columns of folders do not, so that files are still left out by date.
   *
   * @param files patterns, one at least
   * @param list of some of them in SQL; told whether these are encrypted
   * @param options of {@code read_parquet}, each behind a comma
   * @param columns of the files; those by which nobody filters may be left out
   */
  public static String of(
      Collection<String> files,
      BiFunction<List<String>, Boolean, String> list,
      String options,
      List<String> columns) {
    Map<Boolean, List<String>> kinds =
        files.stream().collect(Collectors.partitioningBy(ParquetScan::isEncrypted));
    String clear = "read_parquet(" + list.apply(kinds.get(false), false) + options + ")";
    if (kinds.get(true).isEmpty()) {
      return clear;
    }
    String encrypted =
        "SELECT * EXCLUDE (drawn) REPLACE (%s) FROM (SELECT *, %s, random() AS drawn FROM read_parquet(%s%s%s))"
            .formatted(
                Stream.concat(columns.stream(), Stream.of(PLACE))
                    .map(SqlDialect.DUCKDB::quoted)
                    .map(name -> "CASE WHEN drawn >= 0 THEN %1$s END AS %1$s".formatted(name))
                    .collect(Collectors.joining(", ")),
                VIRTUAL,
                list.apply(kinds.get(true), true),
                options,
                CONFIG);
    return kinds.get(false).isEmpty()
        ? "(" + encrypted + ")"
        : "(SELECT *, " + VIRTUAL + " FROM " + clear + " UNION ALL BY NAME " + encrypted + ")";
  }

  /** The same of files that are named in it. */
  public static String of(Collection<String> files, String options, List<String> columns) {
    return of(files, (some, encrypted) -> list(some), options, columns);
  }

  /** A list of files. */
  public static String list(List<String> files) {
    return files.stream()
        .map(SqlDialect.DUCKDB::literal)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Whether a file is read as an encrypted one. */
  public static boolean isEncrypted(String file) {
    return FileKey.isEncrypted(Path.of(file));
  }

  /** Gives a DuckDB the key of this process, if there is one. */
  public static void giveKey(Connection connection) throws IOException, SQLException {
    Optional<FileKey> key = FileKey.current();
    if (key.isPresent()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA add_parquet_key('%s', '%s')".formatted(KEY, key.get().text()));
      }
    }
  }

  /**
   * What DuckDB says of encrypted files for which it has no key, or another.
   *
   * @return other words as they are
   */
  public static String explained(String words) {
    if (words.contains("No key with name \"" + KEY + "\"")) {
      return "the rows are encrypted: %s is to name the file of their key (%s)"
          .formatted(FileKey.VARIABLE, words);
    }
    return words.contains("AES tag")
        ? "a file was changed, or is encrypted by another key than the one that %s names: scrub says which (%s)"
            .formatted(FileKey.VARIABLE, words)
        : words;
  }
}
