package io.daisychain.warehouse;

import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The SQL of a warehouse.
 *
 * <p>Queries that are to run in each are written once, in what all have in common. Where they
 * differ a query has a {@link Word}, {@code $NAME} or {@code $NAME(expression)}, {@code $table} in
 * lower case for a table or view, and {@code $days} for the list of published trade dates.
 */
public enum SqlDialect {
  DUCKDB,
  BIGQUERY;

  private static final Pattern WORD = Pattern.compile("\\$([A-Z]+)(?:\\(([^()]*)\\))?");
  private static final Pattern TABLE = Pattern.compile("\\$([a-z_]+)");

  private static final String SIGNS =
      "CASE WHEN %s IN ('1', '3') THEN 1 WHEN %s IN ('2', '4', '5', '6') THEN -1 END";

  /** What the dialects say in different words, or what queries say again and again. */
  public enum Word {
    /** A floating-point number of 64 bits. */
    DOUBLE("DOUBLE", "FLOAT64"),
    /** A whole number that the difference of any two of 64 bits fits into. */
    WIDE("HUGEINT", "BIGNUMERIC"),
    /** Characters. */
    TEXT("VARCHAR", "STRING"),
    /** The direction of a side (54): 1 to buy, -1 to sell, null for others. */
    DIRECTION(SIGNS, SIGNS),
    /** Sum of floating-point numbers, as exact as there is. */
    FSUM("fsum(%s)", "SUM(%s)"),
    /** The beginning of the minute of a moment. */
    MINUTE("date_trunc('minute', %s)", "TIMESTAMP_TRUNC(%s, MINUTE)");

    private final String duckDb;
    private final String bigQuery;

    Word(String duckDb, String bigQuery) {
      this.duckDb = duckDb;
      this.bigQuery = bigQuery;
    }

    /** What a dialect says for this word, {@code %s} standing for what is in its parentheses. */
    public String in(SqlDialect dialect) {
      return dialect == DUCKDB ? duckDb : bigQuery;
    }
  }

  public String typeOf(ColumnType type) {
    return this == DUCKDB ? type.duckDb() : type.bigQuery();
  }

  public String quoted(String name) {
    return this == DUCKDB
        ? '"' + name.replace("\"", "\"\"") + '"'
        : '`' + name.replace("\\", "\\\\").replace("`", "\\`") + '`';
  }

  public String literal(String text) {
    return this == DUCKDB
        ? "'" + text.replace("'", "''") + "'"
        : "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /**
   * A query in this dialect.
   *
   * @param template the query with words and tables as said above
   * @param tables gives the name by which a query reaches a table
   * @throws IllegalArgumentException for a word that there is not
   */
  public String query(String template, UnaryOperator<String> tables) {
    String words = WORD.matcher(template).replaceAll(this::word);
    return TABLE.matcher(words).replaceAll(found -> literally(tables.apply(found.group(1))));
  }

  private String word(MatchResult found) {
    String expression = found.group(2);
    String said = Word.valueOf(found.group(1)).in(this);
    boolean takesOne = said.contains("%s");
    if (takesOne != (expression != null)) {
      throw new IllegalArgumentException(
          found.group() + (takesOne ? " needs an expression" : " takes no expression"));
    }
    return literally(takesOne ? said.replace("%s", expression) : said);
  }

  private static String literally(String replacement) {
    return replacement.replace("\\", "\\\\").replace("$", "\\$");
  }
}
