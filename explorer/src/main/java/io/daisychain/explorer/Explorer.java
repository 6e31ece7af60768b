package io.daisychain.explorer;

import io.daisychain.beam.WritableFiles;
import io.daisychain.explorer.live.LiveSource;
import io.daisychain.explorer.live.LiveWatch;
import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.Parameters;
import io.daisychain.explorer.point.BadParameterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A page on which a published warehouse is looked at; it only reads. */
public final class Explorer implements AutoCloseable {
  /** Bytes of heap that an event may need while its columns are read and sorted. */
  private static final int BYTES_EACH = 220;

  private final Publications publications;
  private final Optional<LiveWatch> live;
  private final PageServer server;

  private Explorer(Publications publications, Optional<LiveWatch> live, int port, QuestionLog log)
      throws IOException {
    this.publications = publications;
    this.live = live;
    this.server = new PageServer(port, publications, live, log);
  }

  /**
   * Begins to serve.
   *
   * @param warehouse what is shown
   * @param port of 127.0.0.1; 0 for any
   * @param watch whose alerts are shown as they come; empty for none
   * @param log hears what is asked
   * @throws IOException if there is no warehouse, or the port is taken
   */
  public static Explorer start(
      ShownWarehouse warehouse, int port, Optional<LiveSource> watch, QuestionLog log)
      throws IOException {
    Publications publications = publications(warehouse);
    try {
      publications.newest().progress(); // opened, so that a file that is none is told now
      return new Explorer(publications, watch.map(LiveWatch::new), port, log);
    } catch (IOException | RuntimeException e) {
      try (publications) {
        throw e;
      }
    }
  }

  private static Publications publications(ShownWarehouse warehouse) {
    long most = Math.min(Runtime.getRuntime().maxMemory() / BYTES_EACH, Integer.MAX_VALUE / 2);
    return new Publications(warehouse, most);
  }

  /** The address to open first; it has the token. */
  public String address() {
    return server.address();
  }

  /** Waits until the events are read. */
  public void awaitReady() throws IOException {
    publications.newest().awaitPoints();
  }

  /**
   * Writes a view aside and renames it: the picture to a {@code .png}, else its rows as CSV.
   *
   * @param view the fragment of the page's address, empty for all events
   * @throws BadParameterException for a view that makes no sense
   */
  public static void export(ShownWarehouse warehouse, Path file, String view, int width, int height)
      throws IOException {
    java.util.Set<String> known = new java.util.HashSet<>(EventView.PARAMETERS);
    known.addAll(EventView.PAGE_PARAMETERS);
    Parameters parameters = Parameters.parse(view.replaceFirst("^#", ""), known);
    EventView wanted = EventView.of(parameters);
    try (Publications publications = publications(warehouse)) {
      ShownPublication publication = publications.newest();
      publication.awaitPoints();
      WritableFiles.wholeStream(
          file,
          out -> {
            if (file.toString().endsWith(".png")) {
              out.write(
                  PictureImage.png(
                      publication, wanted, PageApi.layers(parameters), width, height, false));
            } else {
              new EventRows(publication, wanted).print(out);
            }
            return file;
          });
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    if (live.isPresent()) {
      live.get().close();
    }
    publications.close();
  }
}
