package io.daisychain.beam.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.ForeignFileException;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What runs of one stage leave in a folder: each its files in {@code runs/RUNID/}, and the last one
 * that succeeded also links to them in the folder itself.
 *
 * <p>{@code runs/RUNID/STAGE.json} lists what a run wrote, which makes it complete; {@code
 * runs/STAGE.json} what of it there is in the folder. Only links into {@code runs/} and copies of
 * what lies there are ever replaced or deleted; the files of runs stay.
 */
public final class RunFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RUNS = "runs";

  private final Folder folder;
  private final String stage;
  private final Pattern names;

  private RunFiles(Folder folder, String stage, Pattern names) {
    this.folder = folder;
    this.stage = stage;
    this.names = names;
  }

  /**
   * The files of a stage in a folder.
   *
   * @param directory absolute, or of a remote file system that Beam knows
   * @param stage name of the stage
   * @param names of all files that the stage may write
   */
  public static RunFiles of(String directory, String stage, Pattern names) {
    return new RunFiles(Folder.of(directory), stage, names);
  }

  /**
   * Makes sure, before any work, that a run's files can be written and shown.
   *
   * @throws ForeignFileException naming a file that is in the way and not ours
   * @throws IOException naming the folder if it cannot be written to
   */
  public void check() throws IOException {
    folder.tryOut();
    shown();
  }

  /** Where a run's files are to be written. */
  public String folderOf(String runId) {
    return folder.path() + "/" + RUNS + "/" + runId;
  }

  /**
   * Shows the files of a run, which succeeded, in the place of the last one's.
   *
   * @throws ForeignFileException naming a file that came into the way; what was shown stays
   */
  public void finish(String runId) throws IOException {
    Set<String> written = matching(folder.names(RUNS + "/" + runId));
    Set<String> before = shown();
    folder.write(RUNS + "/" + runId + "/" + stage + ".json", json(runId, written));
    Set<String> both = new TreeSet<>(before);
    both.addAll(written);
    // If this run is killed from here on, the next one still knows all names.
    folder.write(list(), json(runId, both));
    folder.show(RUNS + "/" + runId, written);
    both.removeAll(written);
    folder.delete(both);
    folder.write(list(), json(runId, written));
  }

  /** Names of the files that runs show in the folder. */
  private Set<String> shown() throws IOException {
    Set<String> listed = listed();
    Set<String> shown = new TreeSet<>();
    for (String name : matching(folder.names(""))) {
      if (!folder.isShown(name, listed)) {
        throw new ForeignFileException(folder.path() + "/" + name, "a file of '" + stage + "'");
      }
      shown.add(name);
    }
    return shown;
  }

  private Set<String> matching(Collection<String> files) {
    Set<String> matching = new TreeSet<>();
    for (String file : files) {
      if (names.matcher(file).matches()) {
        matching.add(file);
      }
    }
    return matching;
  }

  private String list() {
    return RUNS + "/" + stage + ".json";
  }

  private Set<String> listed() throws IOException {
    Set<String> listed = new TreeSet<>();
    String text = folder.read(list());
    try {
      for (JsonNode name : JSON.readTree(text == null ? "" : text).path("files")) {
        listed.add(name.asText());
      }
    } catch (JsonProcessingException e) {
      throw new IOException(folder.path() + "/" + list() + " is damaged: it is no JSON", e);
    }
    return listed;
  }

  private String json(String runId, Set<String> files) throws IOException {
    ObjectNode json = JSON.createObjectNode().put("stage", stage).put("runId", runId);
    files.forEach(json.putArray("files")::add);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }
}
