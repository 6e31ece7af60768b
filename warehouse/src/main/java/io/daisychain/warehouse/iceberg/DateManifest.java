package io.daisychain.warehouse.iceberg;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A manifest, as the list of a snapshot's manifests has it: what one snapshot changed of one trade
 * date, so that a date that is published again has another, and all others stay.
 *
 * @param path of it, as a URI
 * @param bytes its size
 * @param sequence number of the snapshot that it came with
 * @param snapshot that it came with
 * @param epochDay the trade date
 * @param added what it adds
 * @param deleted what it deletes, in the snapshot that it came with
 */
record DateManifest(
    String path, long bytes, long sequence, long snapshot, int epochDay, Sum added, Sum deleted) {
  /** Files and their rows. */
  record Sum(int files, long rows) {
    static Sum of(List<DataFile> all, boolean added) {
      List<DataFile> files = all.stream().filter(file -> file.isAdded() == added).toList();
      return new Sum(files.size(), files.stream().mapToLong(DataFile::rows).sum());
    }
  }

  private static final String SCHEMA =
      """
      {"type":"record","name":"manifest_file","fields":[\
      {"name":"manifest_path","type":"string","field-id":500},\
      {"name":"manifest_length","type":"long","field-id":501},\
      {"name":"partition_spec_id","type":"int","field-id":502},\
      {"name":"content","type":"int","field-id":517},\
      {"name":"sequence_number","type":"long","field-id":515},\
      {"name":"min_sequence_number","type":"long","field-id":516},\
      {"name":"added_snapshot_id","type":"long","field-id":503},\
      {"name":"added_files_count","type":"int","field-id":504},\
      {"name":"existing_files_count","type":"int","field-id":505},\
      {"name":"deleted_files_count","type":"int","field-id":506},\
      {"name":"added_rows_count","type":"long","field-id":512},\
      {"name":"existing_rows_count","type":"long","field-id":513},\
      {"name":"deleted_rows_count","type":"long","field-id":514},\
      {"name":"partitions","type":["null",{"type":"array","items":{"type":"record",\
      "name":"r508","fields":[\
      {"name":"contains_null","type":"boolean","field-id":509},\
      {"name":"contains_nan","type":["null","boolean"],"default":null,"field-id":518},\
      {"name":"lower_bound","type":["null","bytes"],"default":null,"field-id":510},\
      {"name":"upper_bound","type":["null","bytes"],"default":null,"field-id":511}]},\
      "element-id":508}],"default":null,"field-id":507}]}""";

  /** The list of a snapshot's manifests. */
  static byte[] list(List<DateManifest> manifests, long snapshot, long parent, long sequence) {
    AvroOutput out = new AvroOutput();
    for (DateManifest each : manifests) {
      out.text(each.path).number(each.bytes).number(0).number(0);
      out.number(each.sequence).number(each.sequence).number(each.snapshot);
      out.number(each.added.files).number(0).number(each.deleted.files);
      out.number(each.added.rows).number(0).number(each.deleted.rows);
      byte[] date =
          ByteBuffer.allocate(Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(each.epochDay)
              .array();
      out.number(1).number(1).flag(false).number(0).some(date).some(date).number(0);
    }
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("avro.schema", SCHEMA);
    notes.put("avro.codec", "null");
    notes.put("snapshot-id", Long.toString(snapshot));
    notes.put("parent-snapshot-id", parent < 0 ? "null" : Long.toString(parent));
    notes.put("sequence-number", Long.toString(sequence));
    notes.put("format-version", "2");
    return out.file(notes, manifests.size());
  }

  static List<DateManifest> read(Path list) throws IOException {
    return AvroInput.read(list, SCHEMA, DateManifest::read);
  }

  private static DateManifest read(AvroInput in) {
    String path = in.text();
    long bytes = in.number();
    in.number();
    in.number();
    long sequence = in.number();
    in.number();
    long snapshot = in.number();
    int addedFiles = (int) in.number();
    in.number();
    int deletedFiles = (int) in.number();
    long addedRows = in.number();
    in.number();
    Sum deleted = new Sum(deletedFiles, in.number());
    in.number();
    in.number();
    in.flag();
    in.number();
    in.number();
    int epochDay = ByteBuffer.wrap(in.bytes()).order(ByteOrder.LITTLE_ENDIAN).getInt();
    in.number();
    in.bytes();
    in.number();
    Sum added = new Sum(addedFiles, addedRows);
    return new DateManifest(path, bytes, sequence, snapshot, epochDay, added, deleted);
  }
}
