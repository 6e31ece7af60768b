package io.daisychain.publish.table;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.List;

/**
 * A line a reporter and trade date with the error rates of CAT's compliance reports: overall, late,
 * links within the firm, and links between firms, seen from either side.
 *
 * <p>Messages that were rejected are not in the warehouse: the reporter's feedback file has them.
 */
final class ReporterScorecard {
  /** The statuses of an event that are somebody's fault: not that a parent's day was dropped. */
  private static final String OWN_STATUS =
      """
      CASE WHEN errorReason LIKE '%lies on a dropped day%'
        THEN NULLIF(REPLACE(CONCAT(';', errorStatus, ';'), ';ORPHAN;', ';'), ';')
        WHEN errorStatus IS NOT NULL THEN CONCAT(';', errorStatus, ';') END""";

  /** What became of the faults of a reporter's events of a day. */
  private static final String LIVES =
      """
      LEFT JOIN (
        SELECT tradeDate AS faultDate, ReporterId AS firm,
          COUNT(DISTINCT id) AS faultyBefore,
          COUNT(DISTINCT CASE WHEN repaired IS NULL THEN id END) AS faultyAfter,
          COUNT(CASE WHEN inTime THEN 1 END) AS repairsInTime,
          COUNT(CASE WHEN NOT inTime THEN 1 END) AS repairsLate
        FROM $errors
        WHERE role = 'reporter'
        GROUP BY tradeDate, ReporterId) AS lives
      ON faultDate = tradeDate AND firm = ReporterId
      ORDER BY tradeDate, ReporterId
      """;

  private static final String TEMPLATE =
      """
      SELECT tradeDate, ReporterId, events, errors, errors / events AS errorRate,
        structureErrors, structureErrors / events AS structureErrorRate,
        referenceErrors, referenceErrors / events AS referenceErrorRate,
        late, late / events AS lateRate,
        intraFirmLinks, intraFirmUnlinked,
        intraFirmUnlinked / NULLIF(intraFirmLinks, 0) AS intraFirmUnlinkedRate,
        received, receivedUnlinked,
        receivedUnlinked / NULLIF(received, 0) AS receivedUnlinkedRate,
        sent, sentUnaccepted,
        sentUnaccepted / NULLIF(sent, 0) AS sentUnacceptedRate,
        mismatches, outOfSequence, duplicates, overfills,
        COALESCE(faultyBefore, 0) AS faultyBefore,
        COALESCE(faultyBefore, 0) / events AS errorRateBefore,
        COALESCE(faultyAfter, 0) AS faultyAfter,
        COALESCE(faultyAfter, 0) / events AS errorRateAfter,
        COALESCE(repairsInTime, 0) AS repairsInTime,
        COALESCE(repairsLate, 0) AS repairsLate,
        repairsLate / NULLIF(repairsInTime + repairsLate, 0) AS repairsLateRate
      FROM (
        SELECT tradeDate, ReporterId, COUNT(*) AS events,
          COUNT(status) AS errors,
          COUNT(CASE WHEN status LIKE '%;STRUCTURE;%' THEN 1 END) AS structureErrors,
          COUNT(CASE WHEN status LIKE '%;UNKNOWN_REPORTER;%'
              OR status LIKE '%;UNKNOWN_CUSTOMER;%' OR status LIKE '%;UNKNOWN_SYMBOL;%'
              OR status LIKE '%;DEPRECATED_%' THEN 1 END)
            AS referenceErrors,
          COUNT(CASE WHEN status LIKE '%;LATE;%' THEN 1 END) AS late,
          COUNT(CASE WHEN Parent IS NOT NULL AND relation <> 'ACCEPT' THEN 1 END)
            AS intraFirmLinks,
          COUNT(CASE WHEN relation <> 'ACCEPT' AND status LIKE '%;ORPHAN;%' THEN 1 END)
            AS intraFirmUnlinked,
          COUNT(CASE WHEN relation = 'ACCEPT' THEN 1 END) AS received,
          COUNT(CASE WHEN relation = 'ACCEPT' AND status LIKE '%;ORPHAN;%' THEN 1 END)
            AS receivedUnlinked,
          COUNT(CASE WHEN eventType = 'ROUTE' THEN 1 END) AS sent,
          COUNT(CASE WHEN eventType = 'ROUTE' AND status LIKE '%;UNACCEPTED;%' THEN 1 END)
            AS sentUnaccepted,
          COUNT(CASE WHEN status LIKE '%_MISMATCH;%' THEN 1 END) AS mismatches,
          COUNT(CASE WHEN status LIKE '%;OUT_OF_SEQUENCE;%' THEN 1 END) AS outOfSequence,
          COUNT(CASE WHEN status LIKE '%;DUPLICATE_KEY;%' THEN 1 END) AS duplicates,
          COUNT(CASE WHEN status LIKE '%;OVERFILL;%' THEN 1 END) AS overfills
        FROM (
          SELECT tradeDate, ReporterId, eventType, relation, Parent,
            %s AS status
          FROM $events) AS found
        GROUP BY tradeDate, ReporterId) AS counted
      """
              .replace("%s", OWN_STATUS)
          + LIVES;

  private static final String TREND =
      """
      SELECT tradeDate, ReporterId, events, errors, errorRate,
        errorRate - LAG(errorRate) OVER (PARTITION BY ReporterId ORDER BY tradeDate)
          AS sinceDayBefore,
        AVG(errorRate) OVER (PARTITION BY ReporterId ORDER BY tradeDate
          ROWS BETWEEN 20 PRECEDING AND 1 PRECEDING) AS meanOf20Days,
        errorRate - AVG(errorRate) OVER (PARTITION BY ReporterId ORDER BY tradeDate
          ROWS BETWEEN 20 PRECEDING AND 1 PRECEDING) AS aboveMean,
        COALESCE(faultyBefore, 0) / events AS errorRateBefore,
        COALESCE(faultyAfter, 0) / events AS errorRateAfter,
        repairsLate / NULLIF(repairsInTime + repairsLate, 0) AS repairsLateRate
      FROM (
        SELECT tradeDate, ReporterId, COUNT(*) AS events, COUNT(%s) AS errors,
          COUNT(%s) / COUNT(*) AS errorRate
        FROM $events
        GROUP BY tradeDate, ReporterId) AS counted
      """
              .replace("%s", OWN_STATUS)
          + LIVES;

  static final WarehouseView VIEW =
      new WarehouseView(
          "v_reporter_scorecard",
          "What each reporter got wrong on each day, as counts and as rates from 0 to 1; rejected messages are"
              + " not in the warehouse but in the reporter's feedback.",
          TEMPLATE,
          List.of(
              new Column("events", "Events that the reporter reported."),
              new Column(
                  "errors", "Those with an error status, but where a parent's day was dropped."),
              new Column("errorRate", "errors over events."),
              new Column("structureErrors", "Events with STRUCTURE; their rate is over events."),
              new Column(
                  "referenceErrors",
                  "Events with an unknown reporter, customer or symbol or a deprecated symbol; over"
                      + " events."),
              new Column("late", "Events with LATE; over events."),
              new Column("intraFirmLinks", "Events that name a parent at the same reporter."),
              new Column("intraFirmUnlinked", "Those with a parent that was never reported."),
              new Column("received", "ACCEPTs: orders received from other firms."),
              new Column("receivedUnlinked", "Those whose sender never reported the route."),
              new Column("sent", "ROUTEs: orders sent to other firms."),
              new Column("sentUnaccepted", "Those that the receiver never reported."),
              new Column("mismatches", "Events with SYMBOL_MISMATCH or SIDE_MISMATCH."),
              new Column("outOfSequence", "Events with OUT_OF_SEQUENCE."),
              new Column("duplicates", "Events with DUPLICATE_KEY."),
              new Column("overfills", "Events with OVERFILL."),
              new Column(
                  "faultyBefore",
                  "Events with a fault that was not gone by the deadline of reports, repaired or"
                      + " not; LATE is none."),
              new Column("errorRateBefore", "faultyBefore over events."),
              new Column("faultyAfter", "Those with one that is open."),
              new Column("errorRateAfter", "faultyAfter over events."),
              new Column("repairsInTime", "Faults that were repaired in time."),
              new Column("repairsLate", "Faults that were repaired later."),
              new Column("repairsLateRate", "repairsLate over all faults that were repaired.")));

  static final WarehouseView TREND_VIEW =
      new WarehouseView(
          "v_reporter_trend",
          "The error rate of each reporter by day, beside its day before and the mean of its 20 days"
              + " before; days on which it reported nothing are none. A day is compared with those"
              + " before it, so that the counts of all days are made.",
          TREND,
          List.of(
              new Column("events", "Events that the reporter reported."),
              new Column(
                  "errors", "Those with an error status, but where a parent's day was dropped."),
              new Column("errorRate", "errors over events."),
              new Column("sinceDayBefore", "errorRate less that of the reporter's day before."),
              new Column(
                  "meanOf20Days",
                  "Mean errorRate of the reporter's up to 20 days before this one."),
              new Column("aboveMean", "errorRate less meanOf20Days."),
              new Column(
                  "errorRateBefore",
                  "Events with a fault that was not gone by the deadline of reports, repaired or"
                      + " not, over events."),
              new Column("errorRateAfter", "Those with one that is open, over events."),
              new Column(
                  "repairsLateRate",
                  "Faults that were not repaired in time over all that were repaired.")));

  private ReporterScorecard() {}
}
