package io.daisychain.flight;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Vectors whose memory goes to the network as it is: what is sent shares it, and it is filled again
 * once nobody else holds it. Not thread-safe, but what is sent may be let go by any thread.
 */
final class SentVectors implements AutoCloseable {
  private final Schema schema;
  private final BufferAllocator memory;
  private final VectorSchemaRoot sent;
  private final List<Filled> own = new ArrayList<>();

  private static final class Filled {
    private final VectorSchemaRoot root;

    /** Of the root's memory, as long as nobody else holds it. */
    private int holders;

    private Filled(VectorSchemaRoot root) {
      this.root = root;
    }

    int holders() {
      int sum = 0;
      for (FieldVector vector : root.getFieldVectors()) {
        for (ArrowBuf buffer : vector.getFieldBuffers()) {
          sum += buffer.refCnt();
        }
      }
      return sum;
    }
  }

  SentVectors(Schema schema, BufferAllocator memory) {
    this.schema = schema;
    this.memory = memory;
    this.sent = VectorSchemaRoot.create(schema, memory);
  }

  /** What is sent next. */
  VectorSchemaRoot sent() {
    return sent;
  }

  /** Sends some rows next. */
  void take(ColumnBatch rows, int from, int count) {
    sent.clear();
    if (rows.shared() != null) {
      share(rows.shared(), from, count);
      return;
    }
    Filled filled = free();
    rows.fill(filled.root, from, count);
    filled.holders = filled.holders();
    share(filled.root, 0, count);
  }

  private Filled free() {
    for (Filled each : own) {
      if (each.holders() == each.holders) {
        return each;
      }
    }
    Filled further = new Filled(VectorSchemaRoot.create(schema, memory));
    own.add(further);
    return further;
  }

  private void share(VectorSchemaRoot from, int begin, int count) {
    for (int i = 0; i < from.getFieldVectors().size(); i++) {
      from.getVector(i).makeTransferPair(sent.getVector(i)).splitAndTransfer(begin, count);
    }
    sent.setRowCount(count);
  }

  @Override
  public void close() {
    sent.close();
    own.forEach(each -> each.root.close());
  }
}
