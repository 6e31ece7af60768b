package io.daisychain.warehouse.bigquery;

import com.google.api.client.util.Data;
import com.google.api.services.bigquery.model.GetQueryResultsResponse;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableRow;
import com.google.cloud.bigquery.Job;
import io.daisychain.warehouse.print.ResultRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of what BigQuery answers; pages of rows are fetched as they are asked for.
 *
 * <p>They are those of {@code jobs.getQueryResults}, values as its JSON has them: text for all but
 * lists, which are {@code [{v: ...}]}, and records, which are {@code {f: [{v: ...}]}}.
 */
final class BigQueryRow extends ResultRow {
  private final BigQueryClient client;
  private final Job job;
  private final List<TableFieldSchema> fields;
  private List<TableRow> rows;
  private String nextPage;
  private int row = -1;

  /** What a query answered, which has ended. */
  BigQueryRow(BigQueryClient client, Job job) {
    this.client = client;
    this.job = job;
    GetQueryResultsResponse first = client.results(job, null);
    List<TableFieldSchema> named = first.getSchema() == null ? null : first.getSchema().getFields();
    fields = named == null ? List.of() : named;
    take(first);
  }

  private void take(GetQueryResultsResponse page) {
    rows = page.getRows() == null ? List.of() : page.getRows();
    nextPage = page.getPageToken();
    row = -1;
  }

  @Override
  public boolean next() {
    row++;
    while (row == rows.size() && nextPage != null) {
      take(client.results(job, nextPage));
      row++;
    }
    return row < rows.size();
  }

  @Override
  public int size() {
    return fields.size();
  }

  @Override
  public String name(int column) {
    return fields.get(column).getName();
  }

  @Override
  public Object value(int column) {
    return plain(fields.get(column), rows.get(row).getF().get(column).getV());
  }

  private static Object plain(TableFieldSchema field, Object value) {
    if (value == null || Data.isNull(value)) {
      return null;
    }
    if ("REPEATED".equals(field.getMode())) {
      List<Object> values = new ArrayList<>();
      for (Object cell : (List<?>) value) {
        values.add(scalar(field, ((Map<?, ?>) cell).get("v")));
      }
      return values;
    }
    return scalar(field, value);
  }

  private static Object scalar(TableFieldSchema field, Object value) {
    if (value == null || Data.isNull(value)) {
      return null;
    }
    return switch (field.getType()) {
      case "BOOLEAN", "BOOL" -> Boolean.valueOf(value.toString());
      case "INTEGER", "INT64" -> Long.valueOf(value.toString());
      case "FLOAT", "FLOAT64" -> plainNumber(Double.valueOf(value.toString()));
      case "NUMERIC", "BIGNUMERIC" -> plainNumber(new BigDecimal(value.toString()));
      case "TIMESTAMP" -> moment(Long.parseLong(value.toString()));
      case "BYTES" -> HexFormat.of().formatHex(Base64.getDecoder().decode(value.toString()));
      case "RECORD", "STRUCT" -> record(field.getFields(), (List<?>) ((Map<?, ?>) value).get("f"));
      default -> value.toString();
    };
  }

  private static String moment(long micros) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    return MOMENT.format(instant.atOffset(ZoneOffset.UTC));
  }

  private static Map<Object, Object> record(List<TableFieldSchema> fields, List<?> cells) {
    Map<Object, Object> record = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      TableFieldSchema field = fields.get(i);
      record.put(field.getName(), plain(field, ((Map<?, ?>) cells.get(i)).get("v")));
    }
    return record;
  }
}
