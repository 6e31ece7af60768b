package io.daisychain.fix.validate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The dictionary of a version of FIX as it is on file, such as {@code fix42.dictionary}. Its lines:
 *
 * <pre>
 * header MEMBER ...                    fields that come first, in the standard's order
 * trailer MEMBER ...                   fields that come last
 * message TYPE NAME MEMBER ...         fields of a message type between the two
 * field TAG NAME TYPE VALUE=NAME ...   every field; of those that are a member of these with
 *                                      its type and its values, without values it is free
 * extends VERSION                      has all lines of that version, but for what follows
 * without TYPE-OR-TAG                  has not this line of it, as {@code without field 20}
 * </pre>
 *
 * <p>A member is a tag, with {@code !} where the field is required, and for the count of a
 * repeating group with the members of an instance in parentheses, in the order in which they come;
 * the first of them begins each instance.
 */
final class DictionaryFile {
  private static final String EXTENDS = "extends ";
  private static final String WITHOUT = "without ";

  private DictionaryFile() {}

  /**
   * All lines of a version, by what they begin with: {@code header}, {@code message D}, {@code
   * field 11}.
   */
  static Map<String, String> lines(String version) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : resource(of(version))) {
      if (line.startsWith(EXTENDS)) {
        lines.putAll(lines(line.substring(EXTENDS.length())));
      } else if (line.startsWith(WITHOUT)) {
        lines.remove(line.substring(WITHOUT.length()));
      } else {
        lines.put(key(line), line);
      }
    }
    return lines;
  }

  static String of(String version) {
    return version.toLowerCase(Locale.ROOT) + ".dictionary";
  }

  private static String key(String line) {
    String[] words = line.split(" ", 3);
    boolean many = words[0].equals("message") || words[0].equals("field");
    return many ? words[0] + " " + words[1] : words[0];
  }

  /** The lines of a file beside this class, without comments. */
  static List<String> resource(String name) {
    List<String> lines = new ArrayList<>();
    try (InputStream in = DictionaryFile.class.getResourceAsStream(name);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.startsWith("#")) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
    return lines;
  }
}
