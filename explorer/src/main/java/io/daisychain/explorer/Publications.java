package io.daisychain.explorer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The publications of a warehouse that somebody looks at: the newest, and the one before it for
 * those who have not taken the newest yet.
 */
final class Publications implements AutoCloseable {
  private static final int MOST = 2;

  private final ShownWarehouse warehouse;
  private final long most;
  private final List<ShownPublication> open = new ArrayList<>();
  private String seen;

  Publications(ShownWarehouse warehouse, long most) {
    this.warehouse = warehouse;
    this.most = most;
  }

  /** What is published now. */
  synchronized ShownPublication newest() throws IOException {
    String state = state();
    if (!open.isEmpty() && state.equals(seen)) {
      return open.get(open.size() - 1);
    }
    ShownPublication found;
    try {
      found = ShownPublication.open(warehouse, most);
    } catch (IOException e) {
      if (open.isEmpty()) {
        throw e;
      }
      return open.get(open.size() - 1); // gone or being moved: what is open stays readable
    }
    seen = state;
    for (ShownPublication publication : open) {
      if (publication.id().equals(found.id())) {
        found.close();
        open.remove(publication);
        open.add(publication);
        return publication;
      }
    }
    open.add(found);
    if (open.size() > MOST) {
      open.remove(0).close();
    }
    return found;
  }

  /** One that is open, by its id. */
  synchronized Optional<ShownPublication> of(String id) {
    return open.stream().filter(publication -> publication.id().equals(id)).findFirst();
  }

  /** What changes when another file takes the name. */
  private String state() throws IOException {
    Path file = warehouse.file();
    if (!Files.exists(file)) {
      return "";
    }
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.fileKey() + " " + attributes.lastModifiedTime() + " " + attributes.size();
  }

  @Override
  public synchronized void close() throws IOException {
    for (ShownPublication publication : open) {
      publication.close();
    }
    open.clear();
  }
}
