package io.daisychain.beam.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummedCopyTest {
  @TempDir private Path folder;
  private Path source;
  private Path target;

  @BeforeEach
  void copy() throws IOException {
    source = Files.createDirectories(folder.resolve("source"));
    target = Files.createDirectories(folder.resolve("copy"));
    Files.createDirectories(source.resolve("a/empty"));
    Files.writeString(source.resolve("a/one"), "1");
    Files.writeString(source.resolve("none"), "");
    Files.writeString(source.resolve("passing"), "x");
    Files.createSymbolicLink(source.resolve("now"), Path.of("a"));
    SummedCopy copy = SummedCopy.begin(target);
    copy.add("tree", source, path -> !path.equals("passing"));
    copy.add("file", source.resolve("a/one"), path -> true);
    copy.write("notes", "n");
    copy.finish();
  }

  @Test
  void hasWhatWasWantedWithItsSums() throws Exception {
    SummedCopy copy = SummedCopy.open(target);

    copy.check();
    assertEquals(Set.of("tree", "file", "notes"), copy.names());
    assertEquals(
        "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b  tree/a/one",
        Files.readAllLines(target.resolve(SummedCopy.SUMS)).get(3));
    assertFalse(Files.exists(target.resolve("tree/passing")));
  }

  @Test
  void comesBackAsItWas() throws Exception {
    SummedCopy copy = SummedCopy.open(target);
    Path again = folder.resolve("again/tree");

    copy.restore("tree", again);
    copy.restore("file", folder.resolve("again/file"));

    assertTrue(copy.isAt("tree", again));
    assertTrue(copy.isAt("file", folder.resolve("again/file")));
    assertEquals(Path.of("a"), Files.readSymbolicLink(again.resolve("now")));
    assertFalse(copy.isAt("tree", source), "which has a file more");
    Files.writeString(again.resolve("a/one"), "2");
    assertFalse(copy.isAt("tree", again));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree/a/one", "tree/none", "tree/now", "LINKS"})
  void whatWasChangedOrTakenAwayIsNamed(String path) throws Exception {
    SummedCopy before = SummedCopy.open(target);
    Files.delete(target.resolve(path));
    IOException missing = assertThrows(IOException.class, before::check);
    Files.writeString(target.resolve(path), "changed");
    IOException changed = assertThrows(IOException.class, before::check);

    assertTrue(missing.getMessage().contains(path), missing::getMessage);
    assertTrue(changed.getMessage().contains(path + " is not what"), changed::getMessage);
    if (path.startsWith("tree")) {
      Path again = folder.resolve("again");
      assertThrows(IOException.class, () -> before.restore("tree", again));
    }
  }

  @Test
  void aFolderWithoutSumsIsNoCopy() {
    IOException none = assertThrows(IOException.class, () -> SummedCopy.open(source));

    assertTrue(none.getMessage().contains("has no SHA256SUMS"), none::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "tree/../../x", "/x", ".."})
  void sumsThatAreNoneOrLeadElsewhereAreTold(String path) throws Exception {
    Path sums = target.resolve(SummedCopy.SUMS);
    String sum = Files.readAllLines(sums).get(0).substring(0, 64);
    String line = path.equals("nonsense") ? path : sum + "  " + path;
    Files.writeString(sums, Files.readString(sums) + line + "\n");

    IOException told = assertThrows(IOException.class, () -> SummedCopy.open(target));
    assertTrue(told.getMessage().contains("is damaged"), told::getMessage);
  }
}
