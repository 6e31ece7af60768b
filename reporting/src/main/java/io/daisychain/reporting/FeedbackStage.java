package io.daisychain.reporting;

import java.util.List;

/** Who found what feedback tells: it says what the files are called and which columns they have. */
public enum FeedbackStage {
  /** Faults of single messages: {@code feedback-REPORTER.csv} and {@code .jsonl}. */
  INGEST(
      "",
      ".ingestion.json",
      "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text"),

  /** Faults between events: {@code feedback-REPORTER.link.csv} and {@code .link.jsonl}. */
  LINK(
      ".link",
      ".linkage.json",
      "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text,role,counterparty");

  private static final String CSV = ".csv";
  private static final String JSON = ".jsonl";

  private final String suffix;
  private final String records;
  private final String header;

  FeedbackStage(String suffix, String records, String header) {
    this.suffix = suffix;
    this.records = records;
    this.header = header;
  }

  /** Columns of a line, in their order. */
  public List<String> columns() {
    return List.of(header.split(",", -1));
  }

  /** Ending of the names of files of CSV. */
  String csv() {
    return suffix + CSV;
  }

  /** Ending of the names of files in CAT's form, each of which is about a file of CAT. */
  public String records() {
    return records;
  }

  /** Name of the file with the same lines as JSON objects. */
  String jsonBeside(String csvName) {
    return csvName.substring(0, csvName.length() - CSV.length()) + JSON;
  }
}
