/** Input files as bytes and lines: gzip, zstd, ranges, damage, and what a file is. */
package io.daisychain.ingest.file;
