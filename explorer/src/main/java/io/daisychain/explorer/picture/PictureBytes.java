package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Workers;
import java.io.ByteArrayOutputStream;

/**
 * A picture's cells as the page paints them, row by row from above: a byte each, of which seven
 * bits are the shade, by the logarithm of its events, and the highest says that at least a quarter
 * of them are faulty. A byte 0 and a number of seven bits a byte, lowest first, are so many empty
 * cells.
 */
public final class PictureBytes {
  /** The shade of the cell with most events. */
  public static final int DARKEST = 127;

  /** A lighter one could hardly be seen. */
  static final int LIGHTEST = 12;

  private static final int FAULTY = 0x80;
  private static final int FEW = 1 << 12;

  private final Picture picture;
  private final double scale;

  /** Shades of cells with few events, which most are. */
  private final byte[] shades = new byte[FEW];

  private PictureBytes(Picture picture) {
    this.picture = picture;
    int largest = 1;
    for (int count : picture.counts) {
      largest = Math.max(largest, count);
    }
    scale = DARKEST / Math.log(1.0 + largest);
    for (int count = 1; count < shades.length && count <= largest; count++) {
      shades[count] = (byte) computed(count);
    }
  }

  public static byte[] of(Picture picture) {
    PictureBytes bytes = new PictureBytes(picture);
    int height = picture.frame.height();
    int pieces = Workers.pieces(picture.counts.length);
    byte[][] parts = new byte[pieces][];
    Workers.each(
        pieces,
        piece ->
            parts[piece] =
                bytes.rows(
                    Workers.begin(height, piece, pieces),
                    Workers.begin(height, piece + 1, pieces)));
    ByteArrayOutputStream all = new ByteArrayOutputStream(picture.counts.length / 4 + 16);
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private byte[] rows(int from, int to) {
    int[] counts = picture.counts;
    int width = picture.frame.width();
    int height = picture.frame.height();
    // An empty cell between two others takes two bytes.
    byte[] out = new byte[2 * width * (to - from) + Integer.BYTES];
    int at = 0;
    int empty = 0;
    for (int row = from; row < to; row++) {
      int cell = height - 1 - row;
      for (int column = 0; column < width; column++, cell += height) {
        int count = counts[cell];
        if (count == 0) {
          empty++;
          continue;
        }
        if (empty > 0) {
          at = empty(out, at, empty);
          empty = 0;
        }
        int shade = count < FEW ? shades[count] : computed(count);
        out[at++] = (byte) (4L * picture.faulty[cell] >= count ? shade | FAULTY : shade);
      }
    }
    if (empty > 0) {
      at = empty(out, at, empty);
    }
    return java.util.Arrays.copyOf(out, at);
  }

  private int computed(int count) {
    return Math.max(LIGHTEST, Math.min(DARKEST, (int) Math.round(Math.log(1.0 + count) * scale)));
  }

  private static int empty(byte[] out, int from, int count) {
    int at = from;
    out[at++] = 0;
    int rest = count;
    while (rest >= 0x80) {
      out[at++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out[at++] = (byte) rest;
    return at;
  }
}
