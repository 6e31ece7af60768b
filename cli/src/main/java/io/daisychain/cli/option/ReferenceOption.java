package io.daisychain.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.nio.channels.Channels;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Reference data: read from files, kept in the store. */
public final class ReferenceOption {
  private static final String ROW = "reference";
  private static final String LINKED_ROW = "linkedReference";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(ReferenceOption.class);

  /** What was read last, by the name of the value: each command of a day asks for the same. */
  private static final Map<String, SoftReference<Map<String, String>>> READ =
      new ConcurrentHashMap<>();

  private static final int MOST_READ = 4;

  @Option(
      names = "--reference",
      paramLabel = "DIR",
      description =
          "Folder of participants.csv, customers.csv, symbols.csv, holidays.csv and cat-versions.csv."
              + " Without a file, its check is not made.")
  private String directory;

  /** What was read of it, once a command; null before. */
  private Map<String, String> texts;

  private ReferenceData data;

  public boolean isGiven() {
    return directory != null;
  }

  public static ReferenceOption of(String directory) {
    ReferenceOption option = new ReferenceOption();
    option.directory = directory;
    return option;
  }

  /** Checks that the files can be read, if any are given. */
  public void check(PipelineOptions options) throws IOException {
    if (isGiven()) {
      Paths.check(options, "--reference", directory);
      UsageException.checked(this::data);
    }
  }

  /** The files' texts as the command found them first; file systems must have been registered. */
  public Map<String, String> texts() {
    if (texts == null) {
      texts = read();
    }
    return texts;
  }

  /** What the files say; {@link ReferenceData#NONE} where none are given. */
  public ReferenceData data() {
    if (data == null) {
      data = isGiven() ? ReferenceData.parse(texts()) : ReferenceData.NONE;
    }
    return data;
  }

  private Map<String, String> read() {
    Map<String, String> texts = new TreeMap<>();
    for (String file : ReferenceData.fileNames()) {
      try {
        MatchResult found =
            FileSystems.match(Paths.absolute(directory) + "/" + file, EmptyMatchTreatment.ALLOW);
        if (found.status() == MatchResult.Status.OK) { // without the file there is no such check
          for (MatchResult.Metadata match : found.metadata()) {
            texts.put(file, text(match));
          }
        }
      } catch (IOException e) {
        throw new UsageException("--reference=" + directory + ": " + e.getMessage(), e);
      }
    }
    if (texts.isEmpty()) {
      throw new UsageException(
          "--reference=" + directory + " has none of " + ReferenceData.fileNames());
    }
    return texts;
  }

  private static String text(MatchResult.Metadata file) throws IOException {
    try (InputStream in = Channels.newInputStream(FileSystems.open(file.resourceId()))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Keeps what an ingest was given. */
  public static void keep(MetaTable meta, Map<String, String> texts) throws IOException {
    keep(meta, ROW, texts);
  }

  private static void keep(MetaTable meta, String row, Map<String, String> texts)
      throws IOException {
    boolean isKept;
    try {
      isKept = texts(meta, row).equals(Optional.of(texts));
    } catch (IOException e) {
      LOG.debug("what was kept is damaged", e);
      isKept = false;
    }
    if (!isKept) {
      meta.writeLarge(row, JSON.writeValueAsBytes(texts));
    }
  }

  /** The texts of the reference data that the last ingest with any kept; none before. */
  public static Map<String, String> keptTexts(MetaTable meta) throws IOException {
    return texts(meta, ROW).orElse(Map.of());
  }

  /** Keeps by which reference data dates are linked. */
  public static void keepLinked(MetaTable meta, Map<String, String> texts) throws IOException {
    keep(meta, LINKED_ROW, texts);
  }

  /** The texts of the reference data of the last link run; empty before the first. */
  public static Optional<Map<String, String>> linkedTexts(MetaTable meta) throws IOException {
    return texts(meta, LINKED_ROW);
  }

  private static Optional<Map<String, String>> texts(MetaTable meta, String row)
      throws IOException {
    Optional<String> name = meta.nameOfLarge(row);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    SoftReference<Map<String, String>> read = READ.get(name.get());
    Map<String, String> texts = read == null ? null : read.get();
    if (texts == null) {
      // Where it is replaced meanwhile this is the newer value, and nobody finds the name any more.
      Optional<byte[]> kept = meta.readLarge(row);
      if (kept.isEmpty()) {
        return Optional.empty();
      }
      texts = JSON.readValue(kept.get(), new TypeReference<Map<String, String>>() {});
      if (READ.size() >= MOST_READ) {
        READ.clear();
      }
      READ.put(name.get(), new SoftReference<>(texts));
    }
    return Optional.of(texts);
  }
}
