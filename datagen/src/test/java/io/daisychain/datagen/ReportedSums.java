package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.EventType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up by hand what each reporter executed of each order, and compares with its reports. */
final class ReportedSums {
  private ReportedSums() {}

  private static final class Standing {
    long qty;
    BigDecimal price = BigDecimal.ZERO;
    String order = "";
  }

  /** Fails where a report is wrong; returns how many were right. */
  static int check(List<GeneratedMessage> messages) {
    Map<String, Standing> byExecution = new HashMap<>();
    Map<String, Map<String, Standing>> byOrder = new HashMap<>();
    int checked = 0;
    List<GeneratedMessage> byTime =
        messages.stream()
            .filter(message -> message.type().isReport() && !message.isOfLeg())
            .sorted(Comparator.comparingLong(GeneratedMessage::nanos))
            .toList();
    for (GeneratedMessage report : byTime) {
      String order = view(report) + report.value(37);
      Map<String, Standing> standing = byOrder.computeIfAbsent(order, key -> new HashMap<>());
      Standing execution = null;
      if (report.type().isFill()) {
        execution = new Standing();
        execution.order = report.value(17);
      } else if (report.type() == EventType.BUST || report.type() == EventType.CORRECT) {
        execution = byExecution.get(report.value(49) + report.value(19));
      }
      if (execution != null) {
        execution.qty = report.number(32);
        execution.price = new BigDecimal(report.value(31));
        byExecution.put(report.value(49) + report.value(17), execution);
        standing.put(execution.order, execution);
      }
      check(report, standing);
      checked++;
    }
    return checked;
  }

  private static String view(GeneratedMessage report) {
    return report.value(49) + "/" + report.value(115) + "/" + report.value(128) + "/";
  }

  private static void check(GeneratedMessage report, Map<String, Standing> standing) {
    long cum = standing.values().stream().mapToLong(execution -> execution.qty).sum();
    BigDecimal paid = BigDecimal.ZERO;
    for (Standing execution : standing.values()) {
      paid = paid.add(execution.price.multiply(BigDecimal.valueOf(execution.qty)));
    }
    assertEquals(cum, report.number(14), report.text());
    BigDecimal average =
        cum == 0 ? BigDecimal.ZERO : paid.divide(BigDecimal.valueOf(cum), 4, RoundingMode.HALF_UP);
    assertEquals(0, average.compareTo(new BigDecimal(report.value(6))), report.text());
    boolean closed = "348C".contains(report.value(39));
    assertEquals(closed ? 0 : report.number(38) - cum, report.number(151), report.text());
    assertTrue(cum <= report.number(38), report.text());
    if (report.type() == EventType.FILL) {
      assertEquals(report.number(38), cum, report.text());
      assertEquals("2", report.value(39), report.text());
    } else if (report.type() == EventType.PARTIAL_FILL) {
      assertTrue(cum > 0 && cum < report.number(38), report.text());
      assertEquals("1", report.value(39), report.text());
    }
  }
}
