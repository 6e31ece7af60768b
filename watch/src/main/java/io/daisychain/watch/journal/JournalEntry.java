package io.daisychain.watch.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What becomes durable at once.
 *
 * @param rows of messages
 * @param kept texts by row and column of the meta table, that are kept with them
 */
public record JournalEntry(List<byte[]> rows, Map<String, Map<String, String>> kept) {
  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(rows.size());
    for (byte[] row : rows) {
      out.writeInt(row.length);
      out.write(row);
    }
    out.writeInt(kept.size());
    for (Map.Entry<String, Map<String, String>> row : kept.entrySet()) {
      out.writeUTF(row.getKey());
      out.writeInt(row.getValue().size());
      for (Map.Entry<String, String> column : row.getValue().entrySet()) {
        out.writeUTF(column.getKey());
        out.writeUTF(column.getValue());
      }
    }
    return bytes.toByteArray();
  }

  static JournalEntry of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    List<byte[]> rows = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      rows.add(in.readNBytes(in.readInt()));
    }
    Map<String, Map<String, String>> kept = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      Map<String, String> columns = kept.computeIfAbsent(in.readUTF(), row -> new TreeMap<>());
      for (int more = in.readInt(); more > 0; more--) {
        columns.put(in.readUTF(), in.readUTF());
      }
    }
    return new JournalEntry(rows, kept);
  }
}
