package io.daisychain.cli.option;

import org.apache.beam.sdk.io.Compression;

/** Values of the options that say how files are compressed. */
public enum FileCompression {
  PLAIN(Compression.UNCOMPRESSED, "", 1),
  GZ(Compression.GZIP, ".gz", 4.2),
  ZST(Compression.ZSTD, ".zst", 4.6);

  private final Compression ofBeam;
  private final String ending;
  private final double expansion;

  FileCompression(Compression ofBeam, String ending, double expansion) {
    this.ofBeam = ofBeam;
    this.ending = ending;
    this.expansion = expansion;
  }

  /** About how many bytes of messages a byte of a file holds. */
  public double expansion() {
    return expansion;
  }

  /** About how many bytes of messages a byte of a file holds, as its name has it. */
  public static double expansionOf(String file) {
    return file.endsWith(GZ.ending)
        ? GZ.expansion
        : file.endsWith(ZST.ending) ? ZST.expansion : PLAIN.expansion;
  }

  public Compression ofBeam() {
    return ofBeam;
  }
}
