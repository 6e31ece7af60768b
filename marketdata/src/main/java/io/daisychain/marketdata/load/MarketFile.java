package io.daisychain.marketdata.load;

import com.github.luben.zstd.ZstdInputStream;
import io.daisychain.marketdata.feed.DbnLiveStream;
import io.daisychain.marketdata.feed.Effects;
import io.daisychain.marketdata.feed.FeedException;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.feed.MoldUdp64Stream;
import io.daisychain.marketdata.feed.SoupBinTcpStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * A file of quotes or trades, of any file system that Beam knows, or what is sent to this machine.
 *
 * @param name without the folders above the pattern's first wildcard
 * @param resource where it is; null for standard input and for a session
 * @param session of messages; null for files
 */
public record MarketFile(String name, ResourceId resource, Session session) {
  private static final int BUFFER = 1 << 17;

  /** A session of messages, which begins when it is opened. */
  interface Session {
    InputStream open() throws IOException;
  }

  /**
   * The files of a pattern, by name.
   *
   * @param pattern absolute, or {@code -} for standard input, or the address of a session
   * @throws FileNotFoundException if there is none
   */
  public static List<MarketFile> list(String pattern) throws IOException {
    return list(pattern, "");
  }

  /** What a session at an address brings; null where the pattern is of files. */
  public static FeedFormat formatOf(String pattern) {
    if (pattern.startsWith(DbnLiveStream.SCHEME)) {
      return FeedFormat.DBN;
    }
    return pattern.startsWith(MoldUdp64Stream.SCHEME) || pattern.startsWith(SoupBinTcpStream.SCHEME)
        ? FeedFormat.ITCH50
        : null;
  }

  /**
   * The same.
   *
   * @param password or key of a session that asks for one; empty for none
   */
  public static List<MarketFile> list(String pattern, String password) throws IOException {
    if (pattern.equals("-")) {
      return List.of(new MarketFile("-", null, null));
    }
    if (pattern.startsWith(MoldUdp64Stream.SCHEME)) {
      return List.of(new MarketFile(pattern, null, () -> MoldUdp64Stream.open(pattern)));
    }
    if (pattern.startsWith(SoupBinTcpStream.SCHEME)) {
      return List.of(new MarketFile(pattern, null, () -> SoupBinTcpStream.open(pattern, password)));
    }
    if (pattern.startsWith(DbnLiveStream.SCHEME)) {
      return List.of(new MarketFile(pattern, null, () -> DbnLiveStream.open(pattern, password)));
    }
    List<MarketFile> files = new ArrayList<>();
    String folder = pattern.replaceFirst("[*?\\[{].*", "").replaceFirst("[^/]*$", "");
    MatchResult match = FileSystems.match(pattern);
    if (match.status() == MatchResult.Status.OK) {
      for (MatchResult.Metadata found : match.metadata()) {
        String path = found.resourceId().toString();
        String name = path.startsWith(folder) ? path.substring(folder.length()) : path;
        if (!found.resourceId().isDirectory() && !Effects.FILE.equals(fileName(path))) {
          files.add(new MarketFile(name, found.resourceId(), null));
        }
      }
    }
    if (files.isEmpty()) {
      throw new FileNotFoundException("no file matches " + pattern);
    }
    files.sort(
        Comparator.comparing(
            file -> file.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    return files;
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * What the file has, uncompressed: its bytes say how, not its name.
   *
   * @throws FeedException if its compression ends before it begins
   */
  public InputStream open() throws IOException {
    if (session != null) {
      return session.open();
    }
    InputStream stored =
        resource == null ? System.in : Channels.newInputStream(FileSystems.open(resource));
    try {
      return uncompressed(stored);
    } catch (EOFException e) {
      stored.close();
      throw FeedException.cutOff(name, e);
    } catch (IOException | RuntimeException e) {
      stored.close();
      throw e;
    }
  }

  private static InputStream uncompressed(InputStream stored) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stored, BUFFER);
    in.mark(4);
    byte[] start = in.readNBytes(4);
    in.reset();
    int mark = 0;
    for (int i = start.length - 1; i >= 0; i--) {
      mark = mark << 8 | (start[i] & 0xFF);
    }
    if (start.length == 4 && mark == 0xFD2FB528) {
      return new BufferedInputStream(new ZstdInputStream(in), BUFFER);
    }
    return start.length > 1 && (mark & 0xFFFF) == 0x8B1F
        ? new BufferedInputStream(new GzipCompressorInputStream(in, true), BUFFER)
        : in;
  }

  /** What the {@code conditions.csv} beside the file says; without one everything counts. */
  Effects effects() throws IOException {
    return resource != null && resource.getScheme().equals("file")
        ? Effects.read(Path.of(resource.toString()).resolveSibling(Effects.FILE))
        : Effects.none();
  }
}
