package io.daisychain.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.watch.session.FixClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When files of a folder are read, and what is said beside them. */
class FolderSourceTest {
  private static final String ORDER = FixClient.text("FIRM", "D", 1, FixSessionTest.ORDER) + "\n";

  @TempDir private Path rejects;
  @TempDir private Path folder;
  private RecordingSink sink;
  private FolderSource source;

  @BeforeEach
  void open() {
    sink = new RecordingSink(rejects);
    source = new FolderSource(folder, sink, (file, counts) -> {});
  }

  @AfterEach
  void close() {
    source.close();
  }

  private Path put(String name, byte[] bytes) throws IOException {
    Path part = Files.write(folder.resolve(name + ".part"), bytes);
    return Files.move(part, folder.resolve(name));
  }

  private boolean isSaid(String name) {
    return Files.exists(folder.resolve(name));
  }

  @Test
  void aFileIsDoneWhenAllOfItIsDurable() throws Exception {
    put("b.fix", (ORDER + ORDER).getBytes(ISO_8859_1));
    put("a.fix", ORDER.getBytes(ISO_8859_1));
    source.start();
    List<PendingMessage> first = sink.take(2); // a row, and the end
    sink.acknowledge(first.subList(0, 1));
    assertFalse(isSaid("a.fix.done"));
    sink.acknowledge(first.subList(1, 2));
    assertTrue(isSaid("a.fix.done"));
    assertFalse(isSaid("b.fix.done"));
    sink.acknowledge(3);
    assertTrue(isSaid("b.fix.done"));
  }

  @Test
  void linesAreKeptOfEachFileOfAGroup() throws Exception {
    put("a.fix", ORDER.getBytes(ISO_8859_1));
    put("b.fix", (ORDER + "noise\n" + ORDER).getBytes(ISO_8859_1));
    put("c.fix", ORDER.getBytes(ISO_8859_1));
    source.start();
    // its last message is a row of a file that is not at its end
    sink.acknowledge(sink.take(7).subList(0, 6));
    assertEquals(List.of(Map.of("name", "a.fix", "lines@0", "1"), lines("b.fix", 3)), kept());
    assertTrue(isSaid("b.fix.done"));
    assertFalse(isSaid("c.fix.done"));
  }

  private static Map<String, String> lines(String name, int count) {
    return Map.of("name", name, "lines@0", Integer.toString(count));
  }

  private List<Map<String, String>> kept() {
    return sink.kept.values().stream()
        .sorted((one, other) -> one.get("name").compareTo(other.get("name")))
        .toList();
  }

  @Test
  void aFileIsReadOnceHoweverLongItTakesToBeDurable() throws Exception {
    put("b.fix", ORDER.getBytes(ISO_8859_1));
    source.start();
    List<PendingMessage> first = sink.take(2);
    put("a.fix", ORDER.getBytes(ISO_8859_1));
    sink.acknowledge(2);
    assertTrue(isSaid("a.fix.done"));
    put("c.fix", ORDER.getBytes(ISO_8859_1));
    sink.acknowledge(2); // a look later: the first not again
    assertTrue(isSaid("c.fix.done"));
    assertFalse(isSaid("b.fix.done"));
    sink.acknowledge(first);
    assertTrue(isSaid("b.fix.done"));
  }

  @Test
  void ofADamagedFileItIsSaidWhy() throws Exception {
    Path whole = folder.resolve(".whole");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      out.write(ORDER.repeat(1_000).getBytes(ISO_8859_1));
    }
    byte[] bytes = Files.readAllBytes(whole);
    put("cut.fix.gz", java.util.Arrays.copyOf(bytes, bytes.length - 20));
    put("d.fix", ORDER.getBytes(ISO_8859_1));
    source.start();
    PendingMessage next = sink.take(1).get(0);
    while (next.block() != null) {
      next = sink.take(1).get(0); // all before the damage
    }
    assertFalse(isSaid("cut.fix.gz.failed"));
    sink.acknowledge(List.of(next));
    assertFalse(isSaid("cut.fix.gz.done"));
    assertTrue(Files.size(folder.resolve("cut.fix.gz.failed")) > 1);
    sink.acknowledge(2);
    assertTrue(isSaid("d.fix.done"));
  }

  @Test
  void itEndsAllWhereItsFolderIsGone() throws Exception {
    Files.delete(folder);
    source.start();
    assertTrue(sink.failure() instanceof IOException);
  }

  @Test
  void nothingIsSaidWhenTheStoreHasFailed() throws Exception {
    sink.fail(new IOException("full"));
    sink.failure();
    put("a.fix", ORDER.getBytes(ISO_8859_1));
    source.start();
    assertEquals("the store has failed", sink.failure().getMessage());
    assertFalse(isSaid("a.fix.failed"));
  }
}
