package io.daisychain.reference;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Participants, customers and symbols (contract, section 5).
 *
 * @param participants by MPID
 * @param customers by customer id
 * @param symbols by symbol
 */
public record ReferenceData(
    ValidityTable participants, ValidityTable customers, ValidityTable symbols)
    implements Serializable {

  /** No reference data: no check is made. */
  public static final ReferenceData NONE =
      new ReferenceData(ValidityTable.absent(), ValidityTable.absent(), ValidityTable.absent());

  /** File names, in the order of the components, and the columns that hold the names. */
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("participants.csv", "mpid");
    FILES.put("customers.csv", "customer_id");
    FILES.put("symbols.csv", "symbol");
  }

  /** Names of the files that reference data is read from. */
  public static Iterable<String> fileNames() {
    return FILES.keySet();
  }

  /**
   * Reads the tables from the texts of their files.
   *
   * @param texts text by file name; a file that is not there makes no check
   * @throws IllegalArgumentException naming file and line of what cannot be read
   */
  public static ReferenceData parse(Map<String, String> texts) {
    ValidityTable[] tables =
        FILES.entrySet().stream()
            .map(
                file ->
                    texts.containsKey(file.getKey())
                        ? ValidityTable.parse(
                            file.getKey(), texts.get(file.getKey()), file.getValue())
                        : ValidityTable.absent())
            .toArray(ValidityTable[]::new);
    return new ReferenceData(tables[0], tables[1], tables[2]);
  }
}
