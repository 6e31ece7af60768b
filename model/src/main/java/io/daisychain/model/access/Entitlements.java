package io.daisychain.model.access;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Those whom the operator knows: a CSV file with a line each and the columns {@link #COLUMNS}, in
 * any order, lists with {@code |} between their values, {@code *} for every reporter, symbol or
 * table.
 */
public final class Entitlements {
  private static final String NAME = "name";
  private static final String SENDERS = "senders";
  private static final String MPIDS = "mpids";
  private static final String REPORTERS = "reporters";
  private static final String SYMBOLS = "symbols";
  private static final String TABLES = "tables";
  private static final String DATES = "dates";
  private static final String TICKS = "ticks";
  private static final String MESSAGES_PER_SECOND = "messagesPerSecond";
  private static final String BYTES_PER_SECOND = "bytesPerSecond";
  private static final String MESSAGES_PER_DAY = "messagesPerDay";
  private static final String CERTIFICATES = "certificates";
  private static final String SECRET = "secret";

  /** Columns of the file; all but the name may be missing. */
  public static final List<String> COLUMNS =
      List.of(
          NAME,
          SENDERS,
          MPIDS,
          REPORTERS,
          SYMBOLS,
          TABLES,
          DATES,
          TICKS,
          MESSAGES_PER_SECOND,
          BYTES_PER_SECOND,
          MESSAGES_PER_DAY,
          CERTIFICATES,
          SECRET);

  private static final String FINGERPRINT = "sha256:";
  private static final String HOST = "dns:";
  private static final int DNS_NAME = 2; // RFC 5280, GeneralName
  private static final int KEY_BYTES = 32;

  private final Map<String, Entitlement> byName = new LinkedHashMap<>();
  private final Map<String, Entitlement> bySender = new HashMap<>();
  private final Map<String, Entitlement> byCertificate = new HashMap<>();

  /** Secrets that were right, hashed with a key that this process alone has: those come in fast. */
  private final Map<String, byte[]> proven = new ConcurrentHashMap<>();

  private final byte[] key = new byte[KEY_BYTES];

  private Entitlements() {
    new SecureRandom().nextBytes(key);
  }

  /**
   * Reads a file.
   *
   * @param file its name, for errors
   * @param tables that there are
   * @throws IllegalArgumentException naming file and line where it is wrong; no secret is in it
   */
  public static Entitlements parse(String file, String csv, Collection<String> tables) {
    try {
      return new Entitlements().read(file, csv, tables);
    } catch (CsvParseException e) {
      throw new IllegalArgumentException(file + " is no CSV: " + e.getMessage(), e);
    }
  }

  private Entitlements read(String file, String csv, Collection<String> tables) {
    List<String> header = null;
    String text = csv.startsWith("\uFEFF") ? csv.substring(1) : csv;
    for (CsvRecord record : lines(text)) {
      List<String> fields = record.getFields();
      try {
        if (header == null) {
          header = header(fields);
        } else {
          add(new Line(header, fields), tables);
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            file + " line " + record.getStartingLineNumber() + ": " + e.getMessage(), e);
      }
    }
    if (byName.isEmpty()) {
      throw new IllegalArgumentException(
          file + " names nobody: a header " + String.join(",", COLUMNS) + ", then a line each");
    }
    return this;
  }

  private static CsvReader<CsvRecord> lines(String text) {
    return CsvReader.builder()
        .commentStrategy(CommentStrategy.SKIP)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE) // told below, with the line
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .ofCsvRecord(text);
  }

  private static List<String> header(List<String> fields) {
    List<String> header = fields.stream().map(String::strip).toList();
    for (String column : header) {
      if (!COLUMNS.contains(column)) {
        throw new IllegalArgumentException(
            "there is no column " + column + ": " + String.join(",", COLUMNS));
      }
    }
    if (!header.contains(NAME) || new TreeSet<>(header).size() != header.size()) {
      throw new IllegalArgumentException(
          "the header has each of " + String.join(",", COLUMNS) + " once at most, and " + NAME);
    }
    return header;
  }

  /** A line of the file. */
  private record Line(List<String> header, List<String> fields) {
    Line {
      if (header.size() != fields.size()) {
        throw new IllegalArgumentException(
            fields.size() + " values, and the header has " + header.size());
      }
    }

    String value(String column) {
      int at = header.indexOf(column);
      return at < 0 ? "" : fields.get(at).strip();
    }

    /** A number; without limit where there is none. */
    long most(String column) {
      String value = value(column);
      if (!value.isEmpty() && !value.matches("[1-9][0-9]{0,11}")) {
        throw new IllegalArgumentException(column + " is no number from 1 on");
      }
      return value.isEmpty() ? Long.MAX_VALUE : Long.parseLong(value);
    }

    Set<String> list(String column) {
      Set<String> values = new TreeSet<>();
      if (!value(column).isEmpty()) {
        for (String value : value(column).split("\\|", -1)) {
          if (value.isBlank()) {
            throw new IllegalArgumentException(column + " has an empty value between two |");
          }
          values.add(value.strip());
        }
      }
      if (values.contains(AllowedNames.ALL) && values.size() > 1) {
        throw new IllegalArgumentException(column + " is " + AllowedNames.ALL + " or names");
      }
      return values;
    }
  }

  private void add(Line line, Collection<String> known) {
    String name = line.value(NAME);
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "name is not 1 to 64 letters, digits, dots, hyphens and underscores");
    }
    Set<String> senders = line.list(SENDERS);
    Set<String> mpids = line.list(MPIDS);
    for (Set<String> named : List.of(senders, mpids)) {
      if (named.contains(AllowedNames.ALL)) {
        throw new IllegalArgumentException("nobody sends for all: senders and mpids are names");
      }
    }
    Set<String> tables = line.list(TABLES);
    for (String table : tables) {
      if (!table.equals(AllowedNames.ALL) && !known.contains(table)) {
        throw new IllegalArgumentException(
            "there is no table " + table + ": " + String.join(", ", known));
      }
    }
    Set<String> certificates = new TreeSet<>();
    line.list(CERTIFICATES).forEach(certificate -> certificates.add(certificate(certificate)));
    String secret = line.value(SECRET);
    Entitlement entitlement =
        new Entitlement(
            name,
            senders,
            mpids.isEmpty() ? senders : mpids,
            AllowedNames.of(line.list(REPORTERS)),
            AllowedNames.of(line.list(SYMBOLS)),
            AllowedNames.of(tables),
            AllowedDates.of(line.list(DATES)),
            AllowedNames.of(line.list(TICKS)),
            new FirmRates(
                line.most(MESSAGES_PER_SECOND),
                line.most(BYTES_PER_SECOND),
                line.most(MESSAGES_PER_DAY)),
            certificates,
            secret.isEmpty() ? null : SecretHash.parse(secret));
    put(byName, name, entitlement, NAME);
    senders.forEach(sender -> put(bySender, sender, entitlement, "sender"));
    certificates.forEach(it -> put(byCertificate, it, entitlement, "certificate"));
  }

  private static void put(
      Map<String, Entitlement> map, String key, Entitlement entitlement, String what) {
    Entitlement before = map.putIfAbsent(key, entitlement);
    if (before != null) {
      throw new IllegalArgumentException(what + " " + key + " is " + before.name() + "'s already");
    }
  }

  private static String certificate(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith(FINGERPRINT)) {
      String hex = lower.substring(FINGERPRINT.length()).replace(":", "");
      if (hex.matches("[0-9a-f]{64}")) {
        return FINGERPRINT + hex;
      }
    } else if (lower.matches(HOST + "[a-z0-9]([a-z0-9.-]*[a-z0-9])?")) {
      return lower;
    }
    throw new IllegalArgumentException(
        "certificate " + text + " is neither sha256: and 64 hex digits nor dns: and a name");
  }

  /** Somebody by name. */
  public Optional<Entitlement> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * Who somebody proves to be, by its certificate, or without one by name and secret. A secret is
   * compared one at a time, since that takes time on purpose, but for one that was right before.
   */
  public Optional<Entitlement> proven(
      Optional<X509Certificate> certificate, String name, String secret) {
    return certificate.isPresent()
        ? of(certificate.get())
        : named(name).filter(one -> hasSecret(one, secret));
  }

  private boolean hasSecret(Entitlement one, String secret) {
    if (one.secret() == null || secret.length() > SecretHash.LONGEST) {
      return false;
    }
    byte[] quick = quickHash(one.name() + '\n' + secret);
    if (MessageDigest.isEqual(quick, proven.get(one.name()))) {
      return true;
    }
    synchronized (this) {
      boolean isRight = one.secret().isOf(secret);
      if (isRight) {
        proven.put(one.name(), quick);
      }
      return isRight;
    }
  }

  private byte[] quickHash(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA256 is part of every Java", e);
    }
  }

  /** All, in the order of the file. */
  public Collection<Entitlement> all() {
    return byName.values();
  }

  /** Who may open sessions of a SenderCompID (49). */
  public Optional<Entitlement> ofSender(String sender) {
    return Optional.ofNullable(bySender.get(sender));
  }

  /**
   * Whose certificate it is, whose chain has been checked; empty where it is nobody's, or of two.
   */
  public Optional<Entitlement> of(X509Certificate certificate) {
    Set<String> names = new TreeSet<>();
    for (String key : keys(certificate)) {
      Entitlement entitlement = byCertificate.get(key);
      if (entitlement != null) {
        names.add(entitlement.name());
      }
    }
    return names.size() == 1 ? named(names.iterator().next()) : Optional.empty();
  }

  /** What the file may call a certificate. */
  private static Set<String> keys(X509Certificate certificate) {
    try {
      Set<String> keys = new TreeSet<>();
      keys.add(
          FINGERPRINT
              + HexFormat.of()
                  .formatHex(
                      MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded())));
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> alternative : alternatives) {
          if (alternative.get(0).equals(DNS_NAME)) {
            keys.add(HOST + alternative.get(1).toString().toLowerCase(Locale.ROOT));
          }
        }
      }
      return keys;
    } catch (NoSuchAlgorithmException
        | CertificateEncodingException
        | CertificateParsingException e) {
      return Set.of(); // a certificate that cannot be read is nobody's
    }
  }

  /** The names, for errors. */
  @Override
  public String toString() {
    return Arrays.toString(byName.keySet().toArray());
  }
}
