package io.daisychain.cat;

import io.daisychain.cat.Field.Need;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How much of each version is known: the table of docs/cat.md. */
final class SchemaCoverage {
  private SchemaCoverage() {}

  public static void main(String[] args) throws IOException {
    System.out.print(table(Path.of(args.length == 0 ? "docs" : args[0])));
  }

  /** The table, and what docs/cat-codes.csv says of the codes. */
  static String table(Path docs) throws IOException {
    StringBuilder table =
        new StringBuilder(
            "| version | types | fields | of these required | conditional | with choices | choices |"
                + " with a code |\n|---|---|---|---|---|---|---|---|\n");
    for (String version : CatSchemas.versions()) {
      List<Field> all = new ArrayList<>();
      for (String type : CatSchemas.types(version)) {
        for (Field field : CatSchemas.schema(version, type).fields()) {
          all.add(field);
          all.addAll(field.elements());
        }
      }
      all.removeIf(field -> field.kind() == Field.Kind.NOTHING);
      table.append(
          "| %s | %d | %d | %d | %d | %d | %d | %d |\n"
              .formatted(
                  version,
                  CatSchemas.types(version).size(),
                  all.size(),
                  all.stream().filter(field -> field.need() == Need.REQUIRED).count(),
                  all.stream().filter(field -> field.need() == Need.CONDITIONAL).count(),
                  all.stream().filter(field -> !field.choices().isEmpty()).count(),
                  all.stream().mapToInt(field -> field.choices().size()).sum(),
                  all.stream().filter(field -> !field.code().isEmpty()).count()));
    }
    table.append("\n| codes | claimed | not |\n|---|---|---|\n");
    Map<String, int[]> codes = new TreeMap<>();
    List<String> lines = Files.readAllLines(docs.resolve("cat-codes.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      String thousand = values[0].length() < 4 ? "below 1000" : values[0].charAt(0) + "000";
      codes.computeIfAbsent(thousand, none -> new int[2])[values[1].equals("yes") ? 0 : 1]++;
    }
    codes.forEach(
        (of, counts) -> table.append("| %s | %d | %d |\n".formatted(of, counts[0], counts[1])));
    return table.toString();
  }
}
