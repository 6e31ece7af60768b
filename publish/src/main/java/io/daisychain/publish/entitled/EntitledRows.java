package io.daisychain.publish.entitled;

import io.daisychain.model.access.AllowedNames;
import io.daisychain.model.access.Entitlement;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.duckdb.Restriction;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What somebody may see of a warehouse: the events of its reporters in its symbols, and of what
 * linking made of them what comes from them alone, or what feedback tells its firm anyway
 * (docs/breaks.md). The rule, table by table, is in docs/entitlements.md.
 *
 * <p>A column without a rule here is null, and a table without one is not there, so that what is
 * published later is seen by nobody before somebody has thought about it.
 */
public final class EntitledRows implements Restriction {
  /** Its events, by id and date: an id reported on two dates is an event of each. */
  private static final String OWN =
      "CREATE TEMP TABLE own AS SELECT id, tradeDate, LifecycleId, symbol, timestampNanos,"
          + " timestamp, errorStatus FROM events WHERE $EVENT(ReporterId, symbol)";

  /** Lifecycles in which somebody else has an event, or another content of one. */
  private static final String SHARED =
      "CREATE TEMP TABLE shared AS SELECT DISTINCT LifecycleId FROM (SELECT LifecycleId FROM events"
          + " WHERE ($EVENT(ReporterId, symbol)) IS NOT TRUE UNION ALL SELECT LifecycleId FROM"
          + " duplicates WHERE ($EVENT(reporter, symbol)) IS NOT TRUE) WHERE LifecycleId IN (SELECT"
          + " LifecycleId FROM own)";

  /** Ids that are nobody else's, whatever the date. */
  private static final String OWN_IDS =
      "CREATE TEMP TABLE own_ids AS SELECT id FROM own EXCEPT SELECT id FROM events WHERE"
          + " ($EVENT(ReporterId, symbol)) IS NOT TRUE EXCEPT SELECT id FROM duplicates WHERE"
          + " ($EVENT(reporter, symbol)) IS NOT TRUE";

  /** Of each lifecycle what its own events say; of a shared one the oldest of them names it. */
  private static final String SHARES =
      "CREATE TEMP TABLE shares AS SELECT *, CASE WHEN isShared THEN oldest ELSE LifecycleId END AS"
          + " id FROM (SELECT LifecycleId, (LifecycleId IN (SELECT LifecycleId FROM shared)) AS"
          + " isShared, first(id ORDER BY timestampNanos NULLS LAST, id) AS oldest,"
          + " first(symbol ORDER BY timestampNanos NULLS LAST, id) AS symbol,"
          + " first(tradeDate ORDER BY timestampNanos NULLS LAST, id) AS firstDate,"
          + " min(timestamp) AS firstTime, max(timestamp) AS lastTime, count(*)::INTEGER AS events,"
          + " count(errorStatus)::INTEGER AS errors FROM own WHERE LifecycleId IS NOT NULL"
          + " GROUP BY LifecycleId)";

  private static final String CHILDREN =
      "CREATE TEMP TABLE children AS SELECT l.parent, count(DISTINCT l.child)::INTEGER AS children"
          + " FROM links AS l JOIN own AS o ON o.id = l.child AND o.tradeDate = l.tradeDate"
          + " GROUP BY l.parent";

  private static final Pattern CONDITION = Pattern.compile("\\$([A-Z_]+)\\(([^()]*)\\)");

  private final Entitlement who;

  /** What {@code who} may see. */
  public EntitledRows(Entitlement who) {
    this.who = who;
  }

  /** Tables that one can be allowed to see; others are seen by who sees those. */
  public static List<String> tables() {
    return TableRule.ALL.stream()
        .filter(rule -> rule.needs().contains(rule.table()))
        .map(TableRule::table)
        .toList();
  }

  @Override
  public String name() {
    return String.join(
        " ",
        who.name(),
        who.reporters().toString(),
        who.symbols().toString(),
        who.tables().toString());
  }

  @Override
  public List<String> preparations() {
    return List.of(inSql(OWN), inSql(OWN_IDS), inSql(SHARED), SHARES, CHILDREN);
  }

  @Override
  public Optional<String> select(String table, List<String> columns) {
    return TableRule.ALL.stream()
        .filter(rule -> rule.table().equals(table))
        .filter(rule -> rule.needs().stream().allMatch(who.tables()::has))
        .findFirst()
        .map(rule -> inSql(rule.select(columns)));
  }

  /** A condition for {@code $EVENT(reporter, symbol)}, {@code $FIRM(reporter)} and so on. */
  private String inSql(String template) {
    return CONDITION
        .matcher(template)
        .replaceAll(
            found -> {
              String[] columns = found.group(2).split(", ", -1);
              String condition =
                  switch (found.group(1)) {
                    case "EVENT" ->
                        condition(who.reporters(), columns[0])
                            + " AND "
                            + condition(who.symbols(), columns[1]);
                    case "FIRM" -> condition(who.reporters(), columns[0]);
                    case "SYMBOL" -> condition(who.symbols(), columns[0]);
                    default -> Boolean.toString(who.symbols().all());
                  };
              return Matcher.quoteReplacement(condition);
            });
  }

  private static String condition(AllowedNames names, String column) {
    if (names.all()) {
      return "true";
    }
    return names.names().isEmpty()
        ? "false"
        : names.names().stream()
            .map(SqlDialect.DUCKDB::literal)
            .collect(Collectors.joining(", ", column + " IN (", ")"));
  }
}
