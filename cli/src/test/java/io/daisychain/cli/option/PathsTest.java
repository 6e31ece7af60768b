package io.daisychain.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "{alfa,brvo}/*.fix 2",
        "{alfa/a.fix,brvo/a.fix} 1",
        "{,alfa/}a.fix 1",
        "{brvo,*}/{a,b}.fix 2",
        "{alfa}/a.fix 1",
        "br{vo,vos}/b.* 1",
        "{alfa,brvo}/nosuch 0"
      })
  void bracesMatchBeforeASlashToo(String pattern, int files) throws Exception {
    for (String file : List.of("alfa/a.fix", "brvo/b.fix")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.createFile(folder.resolve(file));
    }
    String path = Paths.absolutePattern(folder + "/" + pattern);
    assertEquals(files, FileSystems.match(path, EmptyMatchTreatment.ALLOW).metadata().size(), path);
  }
}
