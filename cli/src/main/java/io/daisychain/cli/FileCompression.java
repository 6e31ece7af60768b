package io.daisychain.cli;

import org.apache.beam.sdk.io.Compression;

/** Values of the options that say how files are compressed. */
enum FileCompression {
  PLAIN(Compression.UNCOMPRESSED),
  GZ(Compression.GZIP),
  ZST(Compression.ZSTD);

  private final Compression ofBeam;

  FileCompression(Compression ofBeam) {
    this.ofBeam = ofBeam;
  }

  Compression ofBeam() {
    return ofBeam;
  }
}
