package io.daisychain.ingest.file;

import java.io.Serializable;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * Names of input files as those who handed them in know them: without the folders above the first
 * wildcard of the pattern, which concern the operator alone.
 *
 * @param folder what is left out, with the slash at its end; may be empty
 */
public record InputNames(String folder) implements Serializable {
  /** Names of the files that {@code pattern} matches. */
  public static InputNames of(String pattern) {
    int end = pattern.length();
    for (char wildcard : "*?[{\\".toCharArray()) {
      int at = pattern.indexOf(wildcard);
      end = at >= 0 ? Math.min(at, end) : end;
    }
    return new InputNames(pattern.substring(0, pattern.lastIndexOf('/', end - 1) + 1));
  }

  /** Shows names where something is told by file. */
  public MapElements<KV<String, KV<Long, Long>>, KV<String, KV<Long, Long>>> showInKeys() {
    return MapElements.into(
            TypeDescriptors.kvs(
                TypeDescriptors.strings(),
                TypeDescriptors.kvs(TypeDescriptors.longs(), TypeDescriptors.longs())))
        .via(told -> KV.of(shown(told.getKey()), told.getValue()));
  }

  /** The name to show for a file; its last part alone where it lies elsewhere. */
  public String shown(String file) {
    return file.startsWith(folder)
        ? file.substring(folder.length())
        : file.substring(file.lastIndexOf('/') + 1);
  }
}
