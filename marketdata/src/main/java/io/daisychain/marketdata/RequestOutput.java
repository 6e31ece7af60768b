package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Takes the rows of an answer, kind by kind and part by part, and writes them in a format. */
abstract class RequestOutput implements Closeable {
  /** Writes text. */
  static RequestOutput of(MarketRequest request, MarketRequest.Format format, OutputStream out) {
    return format == MarketRequest.Format.CSV ? new Csv(request, out) : new Json(request, out);
  }

  /** Writes a Parquet file, which must not be there. */
  static RequestOutput parquet(MarketRequest request, Path file) throws IOException {
    return new Parquet(request, file);
  }

  /** Takes rows and forgets them. */
  static RequestOutput none() {
    return new Nowhere();
  }

  /** Takes rows of a part. */
  abstract void rows(MarketKind kind, RequestPieces.Part part, int begin, int end)
      throws IOException;

  /** Ends the answer; without it what was written is not whole. */
  abstract void finish() throws IOException;

  /** Where each column of an answer is in a kind's; -1 where it is not. */
  private static Map<MarketKind, int[]> places(MarketRequest request) {
    Map<MarketKind, int[]> places = new EnumMap<>(MarketKind.class);
    List<ColumnSpec> columns = request.columns();
    for (MarketKind kind : request.kinds()) {
      int[] of = new int[columns.size()];
      for (int i = 0; i < of.length; i++) {
        ColumnSpec found = MarketRequest.find(kind.shownColumns(), columns.get(i).name());
        of[i] = found == null ? -1 : kind.shownColumns().indexOf(found);
      }
      places.put(kind, of);
    }
    return places;
  }

  /** Text in lines. */
  private abstract static class Lines extends RequestOutput {
    final List<ColumnSpec> columns;
    final Map<MarketKind, int[]> places;
    final MarketText text = new MarketText();
    private final OutputStream out;

    Lines(MarketRequest request, OutputStream out) {
      columns = request.columns();
      places = places(request);
      this.out = out;
    }

    abstract void line(MarketKind kind, RequestPieces.Part part, int row);

    @Override
    void rows(MarketKind kind, RequestPieces.Part part, int begin, int end) throws IOException {
      for (int row = begin; row < end; row++) {
        line(kind, part, row);
        if (text.length() > 1 << 15) {
          flush();
        }
      }
    }

    private void flush() throws IOException {
      out.write(text.buffer(), 0, text.length());
      text.clear();
    }

    @Override
    void finish() throws IOException {
      flush();
      out.flush();
    }

    @Override
    public void close() {}
  }

  private static final class Csv extends Lines {
    Csv(MarketRequest request, OutputStream out) {
      super(request, out);
      for (int i = 0; i < columns.size(); i++) {
        text.put((i > 0 ? "," : "") + columns.get(i).name());
      }
      text.put('\n');
    }

    @Override
    void line(MarketKind kind, RequestPieces.Part part, int row) {
      int[] of = places.get(kind);
      for (int i = 0; i < of.length; i++) {
        if (i > 0) {
          text.put(',');
        }
        if (of[i] < 0) {
          if (columns.get(i).name().equals("type")) {
            text.put(kind.word());
          }
        } else if (part.codes(of[i]) != null) {
          int code = part.codes(of[i])[row];
          if (code != ColumnSpec.NO_TEXT) {
            text.putField(part.texts().bytes(code));
          }
        } else {
          text.putValue(columns.get(i), part.numbers(of[i])[row]);
        }
      }
      text.put('\n');
    }
  }

  private static final class Json extends Lines {
    Json(MarketRequest request, OutputStream out) {
      super(request, out);
    }

    @Override
    void line(MarketKind kind, RequestPieces.Part part, int row) {
      int[] of = places.get(kind);
      for (int i = 0; i < of.length; i++) {
        ColumnSpec column = columns.get(i);
        text.put(i == 0 ? "{\"" : ",\"");
        text.put(column.name());
        text.put("\":");
        if (of[i] < 0) {
          text.put(column.name().equals("type") ? "\"" + kind.word() + "\"" : "null");
        } else if (part.codes(of[i]) != null) {
          int code = part.codes(of[i])[row];
          if (code == ColumnSpec.NO_TEXT) {
            text.put("null");
          } else {
            text.putString(part.texts().bytes(code));
          }
        } else if (part.numbers(of[i])[row] == ColumnSpec.NULL) {
          text.put("null");
        } else if (column.kind() == ColumnSpec.Kind.TIME) {
          text.put('"');
          text.putTime(part.numbers(of[i])[row]);
          text.put('"');
        } else {
          text.putNumber(part.numbers(of[i])[row], column.scale());
        }
      }
      text.put("}\n");
    }
  }

  private static final class Parquet extends RequestOutput {
    private final List<ColumnSpec> columns;
    private final Map<MarketKind, int[]> places;
    private final TextCodes texts = new TextCodes();
    private final ColumnFileWriter writer;
    private int[] codes = new int[0];
    private TextCodes codesOf;

    Parquet(MarketRequest request, Path file) throws IOException {
      columns = request.columns();
      places = places(request);
      writer = ColumnFileWriter.handedOut(file, columns, texts);
    }

    @Override
    void rows(MarketKind kind, RequestPieces.Part part, int begin, int end) throws IOException {
      if (codesOf != part.texts()) {
        codes = new int[part.texts().size()];
        for (int code = 0; code < codes.length; code++) {
          byte[] text = part.texts().bytes(code);
          codes[code] = texts.code(text, 0, text.length);
        }
        codesOf = part.texts();
      }
      int[] of = places.get(kind);
      for (int row = begin; row < end; row++) {
        for (int i = 0; i < of.length; i++) {
          boolean isText = columns.get(i).kind() == ColumnSpec.Kind.TEXT;
          if (of[i] < 0) {
            writer.set(
                i,
                columns.get(i).name().equals("type")
                    ? texts.code(kind.word())
                    : isText ? ColumnSpec.NO_TEXT : ColumnSpec.NULL);
          } else if (isText) {
            int code = part.codes(of[i])[row];
            writer.set(i, code == ColumnSpec.NO_TEXT ? code : codes[code]);
          } else {
            writer.set(i, part.numbers(of[i])[row]);
          }
        }
        writer.endRow();
      }
    }

    @Override
    void finish() throws IOException {
      writer.finish();
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  private static final class Nowhere extends RequestOutput {
    @Override
    void rows(MarketKind kind, RequestPieces.Part part, int begin, int end) {}

    @Override
    void finish() {}

    @Override
    public void close() {}
  }
}
