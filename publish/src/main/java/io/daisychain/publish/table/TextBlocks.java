package io.daisychain.publish.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The files beside this class: blocks of lines with blank lines between them. */
final class TextBlocks {
  private TextBlocks() {}

  static List<List<String>> of(String file) {
    try (InputStream in = TextBlocks.class.getResourceAsStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split("\n\n", -1)).map(block -> block.lines().toList()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
