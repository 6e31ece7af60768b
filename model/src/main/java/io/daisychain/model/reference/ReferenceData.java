package io.daisychain.model.reference;

import io.daisychain.cat.CatSchemas;
import java.io.Serializable;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Participants, customers and symbols, the days on which each is valid, and which days are business
 * days.
 *
 * @param participants by MPID
 * @param customers by customer id
 * @param symbols by symbol
 * @param successors what symbols were called later
 * @param businessDays weekdays that are no holidays
 * @param catVersions which version of CAT's specification counts from when on
 */
public record ReferenceData(
    ValidityTable participants,
    ValidityTable customers,
    ValidityTable symbols,
    Successors successors,
    BusinessDays businessDays,
    CatSchemas.Versions catVersions)
    implements Serializable {

  /** No reference data: no check is made. */
  public static final ReferenceData NONE =
      new ReferenceData(
          ValidityTable.absent(),
          ValidityTable.absent(),
          ValidityTable.absent(),
          Successors.NONE,
          BusinessDays.WEEKDAYS,
          CatSchemas.Versions.ANNOUNCED);

  /** File of the days that are no business days though weekdays; its header is {@code date}. */
  private static final String HOLIDAYS = "holidays.csv";

  /** File of the versions of CAT's specification and their first event dates. */
  private static final String CAT_VERSIONS = "cat-versions.csv";

  private static final String SYMBOLS = "symbols.csv";

  /** Names of the other files, in the order of the components, and their headers. */
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("participants.csv", "mpid,name,valid_from,valid_to");
    FILES.put("customers.csv", "customer_id,mpid,valid_from,valid_to");
    FILES.put(SYMBOLS, "symbol,name,valid_from,valid_to,successor");
  }

  /** Names of the files that reference data is read from. */
  public static Iterable<String> fileNames() {
    List<String> names = new ArrayList<>(FILES.keySet());
    names.add(HOLIDAYS);
    names.add(CAT_VERSIONS);
    return Collections.unmodifiableList(names);
  }

  /** What was read last: each stage of a run asks for the same, and each command of a day. */
  private record Parsed(Map<String, String> texts, ReferenceData data) {}

  private static volatile SoftReference<Parsed> last = new SoftReference<>(null);

  /**
   * Reads the tables from the texts of their files.
   *
   * @param texts text by file name; a file that is not there makes no check
   * @throws IllegalArgumentException naming file and line of what cannot be read, of each file
   */
  public static ReferenceData parse(Map<String, String> texts) {
    Parsed before = last.get();
    if (before == null || !before.texts().equals(texts)) {
      before = new Parsed(Map.copyOf(texts), read(texts));
      last = new SoftReference<>(before);
    }
    return before.data();
  }

  private static ReferenceData read(Map<String, String> texts) {
    List<ValidityTable> tables = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    FILES.forEach(
        (file, header) -> {
          String text = texts.get(file);
          try {
            tables.add(
                text == null ? ValidityTable.absent() : ValidityTable.parse(file, text, header));
          } catch (IllegalArgumentException e) {
            faults.add(e.getMessage());
          }
        });
    BusinessDays days = parse(texts, HOLIDAYS, BusinessDays::parse, BusinessDays.WEEKDAYS, faults);
    CatSchemas.Versions versions =
        parse(
            texts, CAT_VERSIONS, CatSchemas.Versions::parse, CatSchemas.Versions.ANNOUNCED, faults);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    Successors successors =
        texts.containsKey(SYMBOLS) ? Successors.parse(texts.get(SYMBOLS)) : Successors.NONE;
    return new ReferenceData(
        tables.get(0), tables.get(1), tables.get(2), successors, days, versions);
  }

  private static <T> T parse(
      Map<String, String> texts,
      String file,
      BiFunction<String, String, T> parser,
      T without,
      List<String> faults) {
    try {
      return texts.containsKey(file) ? parser.apply(file, texts.get(file)) : without;
    } catch (IllegalArgumentException e) {
      faults.add(e.getMessage());
      return without;
    }
  }

  /** What each file held, such as {@code participants.csv: 2,000 firms}; files that were read. */
  public List<String> sizes() {
    List<String> sizes = new ArrayList<>();
    add(sizes, participants, "participants.csv: %,d firms");
    add(sizes, customers, "customers.csv: %,d customers");
    add(sizes, symbols, "symbols.csv: %,d symbols");
    if (!businessDays.holidays().isEmpty()) {
      sizes.add(
          String.format(Locale.ROOT, "%s: %,d holidays", HOLIDAYS, businessDays.holidays().size()));
    }
    return sizes;
  }

  private static void add(List<String> sizes, ValidityTable table, String words) {
    if (table.isPresent()) {
      String empty = table.size() == 0 ? " (only a header: nothing passes this check)" : "";
      sizes.add(String.format(Locale.ROOT, words, table.size()) + empty);
    }
  }
}
