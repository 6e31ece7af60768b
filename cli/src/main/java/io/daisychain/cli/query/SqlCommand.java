package io.daisychain.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.option.AsOfOption;
import io.daisychain.cli.option.AsOption;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.FoundFooter;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.SqlText;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.RestrictedQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sql",
    description = {
      "Queries the warehouse, read-only.",
      "Without a query, on a terminal, there is a prompt with history; help says what it"
          + " understands.",
      "Where there is no warehouse but the demo's, that one is queried.",
      ""
    })
public final class SqlCommand implements Callable<Integer>, FoundFooter {
  private static final String STANDARD_INPUT = "-";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SQL",
      description = "The query, quoted; several with semicolons between them.")
  private String sql;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Reads the query from a file; - is standard input.")
  private String file;

  @Option(
      names = "--format",
      paramLabel = "table|csv|spreadsheet|json|md|expanded",
      defaultValue = "table",
      description =
          "spreadsheet is csv with an apostrophe before text that would run as a formula. Default:"
              + " ${DEFAULT-VALUE}")
  private String format;

  @Option(
      names = "--ddl",
      description = {
        "Prints the statements that make tables and views, also those of market data, meanings as "
            + "comments, in the SQL of --warehouse."
      })
  private boolean ddl;

  @Mixin private WarehouseOption warehouse;
  @Mixin private AsOption as;
  @Mixin private AsOfOption asOf;

  @Override
  public List<String> footer() {
    return List.of(
        "",
        "Tables: " + names(PublishedTables.schema().tables().stream().map(WarehouseTable::name)),
        "Views: " + names(PublishedTables.schema().views().stream().map(WarehouseView::name)),
        "With market data: " + names(PublishedTables.marketNames().stream()),
        "Columns: docs/tables.md. Questions with answers: docs/queries.md.");
  }

  private static String names(Stream<String> names) {
    return names.collect(Collectors.joining(", "));
  }

  @Override
  public Integer call() throws IOException {
    QueryFormat printed = UsageException.checked(() -> QueryFormat.parse(format));
    if (ddl) {
      printDdl();
      return 0;
    }
    if (sql != null && file != null) {
      throw new UsageException("a query and --file are one too many");
    }
    SqlQuery query = warehouse.orDemos().query(asOf, as.restriction());
    try {
      if (sql != null || file != null) {
        run(query, printed);
      } else {
        prompt(query, printed);
      }
    } finally {
      if (query instanceof RestrictedQuery restricted) {
        restricted.close();
      }
    }
    return 0;
  }

  private void run(SqlQuery query, QueryFormat printed) throws IOException {
    List<String> statements = SqlText.statements(sql != null ? sql : read());
    if (statements.isEmpty()) {
      throw new UsageException("there is no query in " + (sql != null ? "it" : file));
    }
    for (String statement : statements) {
      AuditTrail.query(statement);
      query.run(statement, printed, Terminal.out());
      Terminal.out().flush();
    }
  }

  private String read() throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return new String(System.in.readAllBytes(), UTF_8);
    }
    try {
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new UsageException("no file " + file, e);
    }
  }

  private static void prompt(SqlQuery query, QueryFormat printed) throws IOException {
    Path history = Path.of(System.getProperty("user.home"), ".daisychain_history");
    try (org.jline.terminal.Terminal terminal = terminal()) {
      new SqlPrompt(query, terminal, history).run(printed);
    }
  }

  private static org.jline.terminal.Terminal terminal() {
    try {
      return TerminalBuilder.builder().system(true).dumb(false).build();
    } catch (IOException | IllegalStateException e) {
      throw new UsageException(
          "either a query or --file is needed: there is no terminal for a prompt", e);
    }
  }

  private void printDdl() {
    for (String statement :
        UsageException.checked(
            () -> Warehouses.ddl(PublishedTables.schemaWithMarket(), warehouse.address()))) {
      Terminal.result(statement + ";\n");
    }
  }
}
