package io.daisychain.explorer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

final class SideFile {
  SideFile(Optional<Path> cache, String id, String key) {}

  Optional<Points> read() throws IOException {
    return Optional.empty();
  }

  void write(Points points) {}
}
