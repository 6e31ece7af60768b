package io.daisychain.warehouse.iceberg;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Parquet file of a trade date, as a manifest lists it.
 *
 * @param isAdded whether it came with the snapshot; it went with it otherwise
 * @param snapshot that it came or went with
 * @param sequence number of the snapshot that it came with
 * @param path of it, as a URI
 * @param epochDay the trade date
 * @param rows number of its rows
 * @param bytes its size
 */
record DataFile(
    boolean isAdded,
    long snapshot,
    long sequence,
    String path,
    int epochDay,
    long rows,
    long bytes) {
  private static final int ADDED = 1;
  private static final int DELETED = 2;

  /** A manifest lists what one snapshot changed of one trade date. */
  static byte[] manifest(List<DataFile> files, TableText text) {
    AvroOutput out = new AvroOutput();
    for (DataFile file : files) {
      out.number(file.isAdded ? ADDED : DELETED).some(file.snapshot).some(file.sequence);
      out.some(file.sequence).number(0).text(file.path).text("PARQUET").some(file.epochDay);
      out.number(file.rows).number(file.bytes);
    }
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("avro.schema", schema(text));
    notes.put("avro.codec", "null");
    notes.put("schema", text.schema().toString());
    notes.put("schema-id", "0");
    notes.put("partition-spec", text.partitionFields().toString());
    notes.put("partition-spec-id", "0");
    notes.put("format-version", "2");
    notes.put("content", "data");
    return out.file(notes, files.size());
  }

  static List<DataFile> read(Path manifest, TableText text) throws IOException {
    return AvroInput.read(
        manifest,
        schema(text),
        in -> {
          boolean isAdded = in.number() == ADDED;
          long snapshot = in.some();
          long sequence = in.some();
          in.some();
          in.number();
          String path = in.text();
          in.text();
          return new DataFile(
              isAdded, snapshot, sequence, path, (int) in.some(), in.number(), in.number());
        });
  }

  /** The same file as it goes with a snapshot. */
  DataFile deleted(long goneWith) {
    return new DataFile(false, goneWith, sequence, path, epochDay, rows, bytes);
  }

  private static String schema(TableText text) {
    return """
        {"type":"record","name":"manifest_entry","fields":[\
        {"name":"status","type":"int","field-id":0},\
        {"name":"snapshot_id","type":["null","long"],"default":null,"field-id":1},\
        {"name":"sequence_number","type":["null","long"],"default":null,"field-id":3},\
        {"name":"file_sequence_number","type":["null","long"],"default":null,"field-id":4},\
        {"name":"data_file","type":{"type":"record","name":"r2","fields":[\
        {"name":"content","type":"int","field-id":134},\
        {"name":"file_path","type":"string","field-id":100},\
        {"name":"file_format","type":"string","field-id":101},\
        {"name":"partition","type":{"type":"record","name":"r102","fields":[\
        {"name":"%s","type":["null",{"type":"int","logicalType":"date"}],"default":null,\
        "field-id":1000}]},"field-id":102},\
        {"name":"record_count","type":"long","field-id":103},\
        {"name":"file_size_in_bytes","type":"long","field-id":104}]},"field-id":2}]}"""
        .formatted(text.table().dateColumn());
  }
}
