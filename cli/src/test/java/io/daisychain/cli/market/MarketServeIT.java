package io.daisychain.cli.market;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Command;
import io.daisychain.cli.testing.PythonTools;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.model.access.SecretHash;
import io.daisychain.warehouse.column.FileKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampNanoTZVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * The server as the program starts it, with TLS and over encrypted files, read by clients of Java
 * and of Python.
 */
@ExtendWith(SharedStore.class)
class MarketServeIT {
  private static final Path PAGE = Path.of("../docs/marketdata.md");
  private static final String SECRET = "a long secret of hers";
  private static final String QUESTION =
      "SELECT symbol, count(*) AS events FROM events GROUP BY symbol ORDER BY ALL";
  private static final Pattern READY = Pattern.compile("ready flight:(\\d+) metrics:(\\d+)");

  @TempDir private Path folder;

  @Test
  void clientsOfJavaAndPythonReadTheRowsOfGetAndSql(RunningStore store) throws Exception {
    String key = KeyFiles.makeEncryption(folder).toString();
    Program program = Program.inProcess(folder).with(FileKey.VARIABLE, key);
    String market = "--marketdata=" + folder.resolve("m");
    Program.staying(folder).succeed("audit", "--begin");
    program.succeed("generate", "--output=w", "--events=3000", "--seed=5", "--market");
    for (String kind : List.of("quotes", "trades")) {
      program.succeed("marketdata", "load", "--input=w/" + kind + "-*.csv", "--format=csv", market);
    }
    program.succeed(
        "run",
        "--input=w/events-*",
        "--reference=w",
        "--store=" + store.address(),
        "--table=served",
        market);
    String symbols = String.join(",", symbols());
    KeyFiles.make(folder, "server", "firm");
    KeyFiles.trustOneAnother(folder, "server", "firm");
    Path who =
        Files.writeString(
            folder.resolve("who.csv"),
            "name,reporters,symbols,tables,dates,certificates,secret\nALFA,*,*,*,*,,"
                + SecretHash.of(SECRET)
                + "\nFIRM,,*,*,*,"
                + KeyFiles.fingerprint(folder, "firm")
                + ",\n");
    Files.setPosixFilePermissions(who, PosixFilePermissions.fromString("rw-------"));
    List<String> line = new ArrayList<>(Program.line());
    line.addAll(List.of("marketdata", "serve", "--entitlements=" + who, "--metrics=0", market));
    line.add("--tls=" + folder.resolve("server.p12"));
    line.add("--clients=" + folder.resolve("server.p12"));
    Command server =
        Command.start(
            line,
            folder,
            Map.of("DAISYCHAIN_TLS_PASSWORD", KeyFiles.PASSWORD, FileKey.VARIABLE, key),
            "serve");
    try {
      assertTrue(
          server.awaitThat(() -> server.hasPrinted("metrics:")),
          () -> "it has ended, see " + server.err());
      Matcher ready = READY.matcher(Files.readString(server.out()));
      assertTrue(ready.find());
      int port = Integer.parseInt(ready.group(1));
      for (String types : List.of("quote", "nbbo,trade")) {
        String csv =
            program.succeed(
                "marketdata", "get", "--symbols=" + symbols, "--types=" + types, market);
        List<String> expected = csv.lines().skip(1).map(MarketServeIT::normal).toList();
        assertTrue(expected.size() > 100, () -> expected.size() + " rows");
        assertEquals(expected, inJava(port, symbols, types, false));
        assertEquals(expected, inJava(port, symbols, types, true));
        assertEquals(
            (expected.size() + " rows\n" + expected.get(expected.size() - 1) + "\n"),
            inPython(port, symbols, types));
      }
      String asked = program.succeed("sql", "--format=csv", QUESTION);
      assertEquals(asked.lines().skip(1).toList(), bySql(port).lines().toList());
      server.process().destroy();
      assertEquals(0, server.process().waitFor());
    } finally {
      server.process().destroyForcibly();
    }
    String said = Files.readString(server.err());
    assertTrue(said.contains("ALFA") && said.contains("deviation"), said);
    try (var entries = Files.list(folder.resolve("daisychain-data/audit"))) {
      assertTrue(
          entries.filter(Files::isRegularFile).anyMatch(MarketServeIT::hasTheQuestion),
          "the question is not in the audit log");
    }
  }

  private static boolean hasTheQuestion(Path entries) {
    try {
      return Files.readString(entries).contains("sql of ALFA");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> symbols() throws Exception {
    Path quotes;
    try (var files = Files.list(folder.resolve("w"))) {
      quotes =
          files
              .filter(file -> file.getFileName().toString().startsWith("quotes-"))
              .sorted()
              .findFirst()
              .orElseThrow();
    }
    return Files.readAllLines(quotes).stream()
        .skip(1)
        .map(row -> row.substring(0, row.indexOf(',')))
        .distinct()
        .sorted()
        .limit(12)
        .toList();
  }

  /** A line of CSV, with times as numbers and numbers without zeros behind. */
  private static String normal(String line) {
    String[] fields = line.split(",", -1);
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].length() > 19 && fields[i].endsWith("Z")) {
        fields[i] = "@" + io.daisychain.marketdata.MarketRequest.moment(fields[i]);
      } else if (fields[i].indexOf('.') > 0) {
        fields[i] = new BigDecimal(fields[i]).stripTrailingZeros().toPlainString();
      }
    }
    return String.join(",", fields);
  }

  private KeyStore keys(String of) throws Exception {
    return KeyStore.getInstance(
        folder.resolve(of + ".p12").toFile(), KeyFiles.PASSWORD.toCharArray());
  }

  private static String pem(String what, byte[] encoded) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(encoded), what);
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private String certificate() throws Exception {
    return pem("CERTIFICATE", keys("server").getCertificate("server").getEncoded());
  }

  /** Asks as ALFA by its secret, or as FIRM by its certificate. */
  private List<String> inJava(int port, String symbols, String types, boolean byCertificate)
      throws Exception {
    List<String> rows = new ArrayList<>();
    BufferAllocator memory = new RootAllocator();
    FlightClient.Builder builder =
        FlightClient.builder(memory, Location.forGrpcTls("localhost", port))
            .trustedCertificates(bytes(certificate()));
    if (byCertificate) {
      KeyStore firm = keys("firm");
      builder.clientCertificate(
          bytes(pem("CERTIFICATE", firm.getCertificate("firm").getEncoded())),
          bytes(
              pem(
                  "PRIVATE KEY",
                  firm.getKey("firm", KeyFiles.PASSWORD.toCharArray()).getEncoded())));
    }
    FlightClient client = builder.build();
    try {
      CallOption[] token =
          byCertificate
              ? new CallOption[0]
              : new CallOption[] {client.authenticateBasicToken("ALFA", SECRET).orElseThrow()};
      String request = "{\"symbols\":\"" + symbols + "\",\"types\":\"" + types + "\"}";
      FlightStream stream = client.getStream(new Ticket(request.getBytes(UTF_8)), token);
      VectorSchemaRoot root = stream.getRoot();
      while (stream.next()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          List<String> values = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            values.add(text(vector, row));
          }
          rows.add(String.join(",", values));
        }
      }
      stream.close();
    } finally {
      client.close();
      memory.close();
    }
    return rows;
  }

  private static String text(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return "";
    }
    if (vector instanceof TimeStampNanoTZVector times) {
      return "@" + times.get(row);
    }
    return vector.getObject(row) instanceof BigDecimal number
        ? number.stripTrailingZeros().toPlainString()
        : vector.getObject(row).toString();
  }

  /** What the example of the page for ADBC asks, with another address and certificate. */
  private String bySql(int port) throws Exception {
    String address = "\"grpc://127.0.0.1:7005\", db_kwargs={";
    String example = example("    import adbc_driver_flightsql");
    assertTrue(example.contains(address) && example.contains(QUESTION), example);
    return python(
        example.replace(
                address,
                "\"grpc+tls://localhost:"
                    + port
                    + "\", db_kwargs={\"adbc.flight.sql.client_option.tls_root_certs\":"
                    + " open(\"server.pem\").read(), ")
            + "for row in rows.to_pylist(): print(\",\".join(str(v or \"\") for v in row.values()))\n");
  }

  private static String example(String first) throws Exception {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(first);
    return page.substring(begin, page.indexOf("\n\n", begin)).indent(-4);
  }

  /** What the example of the page reads, with another address, request and certificate. */
  private String inPython(int port, String symbols, String types) throws Exception {
    String example = example("    import json, pyarrow.flight");
    String address = "flight.connect(\"grpc://127.0.0.1:7005\")";
    String request =
        "{\"symbols\": [\"AAPL\", \"MSFT\"], \"types\": [\"nbbo\"], \"dates\": \"2026-03-16\"}";
    assertTrue(example.contains(address) && example.contains(request), example);
    String script =
        example
                .replace(
                    address,
                    "flight.connect(\"grpc+tls://localhost:"
                        + port
                        + "\", tls_root_certs=open(\"server.pem\").read())")
                .replace(
                    request, "{\"symbols\": \"" + symbols + "\", \"types\": \"" + types + "\"}")
            + """
              import decimal
              def text(column, i):
                  value = column[i]
                  if not value.is_valid: return ""
                  if str(column.type).startswith("timestamp"): return "@" + str(value.value)
                  value = value.as_py()
                  if isinstance(value, decimal.Decimal):
                      value = format(value, "f").rstrip("0").rstrip(".")
                  return str(value)
              last = rows.slice(rows.num_rows - 1)
              print(rows.num_rows, "rows")
              print(",".join(text(column, 0) for column in last.columns))
              """;
    return python(script);
  }

  private String python(String script) throws Exception {
    PythonTools tools;
    try {
      tools = PythonTools.flight();
    } catch (PythonTools.Missing e) {
      throw new TestAbortedException("no Python to read with: " + e.getMessage(), e);
    }
    Files.writeString(folder.resolve("server.pem"), certificate());
    Path printed = folder.resolve("python.out");
    int code =
        new ProcessBuilder(tools.program("python"), "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start()
            .waitFor();
    String said = Files.readString(printed);
    assertEquals(0, code, said);
    return said;
  }
}
