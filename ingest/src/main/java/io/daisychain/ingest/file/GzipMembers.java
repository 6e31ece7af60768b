package io.daisychain.ingest.file;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The uncompressed bytes of a gzip file: of all its members, one after the other (RFC 1952, section
 * 2.2).
 *
 * <p>The JDK's stream takes a damaged header of a later member for the end of the file, and others
 * lose what one call had read before the damage. This one hands out every byte that comes before
 * it, and then fails with a {@link DamagedInputException}: on a header, checksum or length that is
 * wrong, a member that is cut, and anything behind the last member.
 */
final class GzipMembers extends UnpackedStream {
  private static final int FIXED_HEADER = 10;
  private static final int TRAILER = 8;
  private static final int DEFLATE = 8;

  // Flags of a header: RFC 1952, section 2.3.1.
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final StoredBytes in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checkSum = new CRC32();
  private boolean inMember;
  private boolean ended;

  GzipMembers(StoredBytes in) {
    this.in = in;
  }

  /** Reads within one member: what it returns is followed by no damage that it knows of. */
  @Override
  public int read(byte[] into, int offset, int room) throws IOException {
    while (!ended && room > 0) {
      if (!inMember) {
        beginMember();
        continue;
      }
      int read = inflate(into, offset, room);
      if (read > 0) {
        checkSum.update(into, offset, read);
        return read;
      }
      endMember();
    }
    return ended ? -1 : 0;
  }

  /** Some bytes of the open member, none at its end. */
  private int inflate(byte[] into, int offset, int room) throws IOException {
    try {
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          int seen = in.see();
          if (seen == 0) {
            throw new DamagedInputException("the file ends within its compressed data");
          }
          inflater.setInput(in.buffer(), in.position(), seen);
        }
        int before = inflater.getRemaining();
        int read = inflater.inflate(into, offset, room);
        in.take(before - inflater.getRemaining());
        if (read > 0) {
          return read;
        }
        if (inflater.needsDictionary()) {
          throw new DamagedInputException("its compressed data is damaged");
        }
      }
      return 0;
    } catch (DataFormatException e) {
      throw new DamagedInputException("its compressed data is damaged: " + e.getMessage(), e);
    }
  }

  private void beginMember() throws IOException {
    int seen = in.see(FIXED_HEADER);
    if (seen == 0) {
      ended = true;
      return;
    }
    if (seen < FIXED_HEADER) {
      throw new DamagedInputException("the file ends within a gzip header");
    }
    byte[] bytes = in.buffer();
    int at = in.position();
    int flags = bytes[at + 3] & 0xff;
    boolean gzip = (bytes[at] & 0xff) == 0x1f && (bytes[at + 1] & 0xff) == 0x8b;
    if (!gzip || bytes[at + 2] != DEFLATE || (flags & RESERVED) != 0) {
      throw new DamagedInputException("no gzip header where one must begin");
    }
    CRC32 header = new CRC32();
    header.update(bytes, at, FIXED_HEADER);
    in.take(FIXED_HEADER);
    if ((flags & EXTRA) != 0) {
      int length = next(header) | (next(header) << 8);
      for (int i = 0; i < length; i++) {
        next(header);
      }
    }
    skipText(header, (flags & NAME) != 0);
    skipText(header, (flags & COMMENT) != 0);
    if ((flags & HEADER_CHECKSUM) != 0) {
      int wanted = (int) header.getValue() & 0xffff;
      if ((next(header) | (next(header) << 8)) != wanted) {
        throw new DamagedInputException("the checksum of a gzip header is wrong");
      }
    }
    inflater.reset();
    checkSum.reset();
    inMember = true;
  }

  /** Names and comments may be of any length; nothing of them is kept. */
  private void skipText(CRC32 header, boolean there) throws IOException {
    boolean more = there;
    while (more) {
      more = next(header) != 0;
    }
  }

  private int next(CRC32 header) throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new DamagedInputException("the file ends within a gzip header");
    }
    header.update(next);
    return next;
  }

  private void endMember() throws IOException {
    if (in.see(TRAILER) < TRAILER) {
      throw new DamagedInputException("the file ends within a gzip checksum");
    }
    long wanted = littleEndian(in.position());
    long length = littleEndian(in.position() + 4);
    if (wanted != checkSum.getValue()) {
      throw new DamagedInputException("its gzip checksum is wrong");
    }
    if (length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw new DamagedInputException("its gzip length is wrong");
    }
    in.take(TRAILER);
    inMember = false;
  }

  private long littleEndian(int at) {
    byte[] bytes = in.buffer();
    long value = 0;
    for (int i = 3; i >= 0; i--) {
      value = (value << 8) | (bytes[at + i] & 0xff);
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
