package io.daisychain.ingest.file;

import java.io.Closeable;
import java.io.IOException;

/**
 * The lines of a file of submissions, plain, gzip or zstd, as ingest reads them: for those who send
 * them on. Not thread-safe.
 */
public final class SubmissionLines implements Closeable {
  private final InputFile in;
  private final LineReader lines;

  private SubmissionLines(InputFile in) {
    this.in = in;
    this.lines = new LineReader(in, 0);
  }

  /**
   * Opens a file.
   *
   * @param path as Beam's file systems take it; {@code -} for standard input
   */
  public static SubmissionLines open(String path) throws IOException {
    InputFile in = InputFile.open(path);
    if (in.content() != InputForm.TEXT) {
      in.close();
      throw new DamagedInputException(in.content().description());
    }
    return new SubmissionLines(in);
  }

  /**
   * Goes on to the next line, or piece of a very long one.
   *
   * @return false at the end
   * @throws DamagedInputException where the file is damaged; what stood before has been read
   */
  public boolean next() throws IOException {
    boolean more = lines.next();
    if (!more && in.damage() != null) {
      throw new DamagedInputException(in.damage().text());
    }
    return more;
  }

  /** The array that holds the line. */
  public byte[] buffer() {
    return lines.buffer();
  }

  /** Where it begins. */
  public int from() {
    return lines.from();
  }

  /** Where it ends, its line feed excluded. */
  public int to() {
    return lines.to();
  }

  /** True where the line goes on in the next piece. */
  public boolean isOpen() {
    return lines.isOpen();
  }

  /** True where this piece goes on with the one before. */
  public boolean isContinuation() {
    return lines.isContinuation();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
