package io.daisychain.cli;

import io.daisychain.warehouse.QueryFormat;
import io.daisychain.warehouse.SqlQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sql",
    description = {"Asks the warehouse, read-only.", ""})
final class SqlCommand implements Callable<Integer> {

  @Parameters(index = "0", arity = "0..1", paramLabel = "SQL", description = "The query, quoted.")
  private String sql;

  @Option(names = "--file", paramLabel = "FILE", description = "Reads the query from a file.")
  private Path file;

  @Option(
      names = "--format",
      paramLabel = "table|csv|json|md",
      defaultValue = "table",
      description = "Default: ${DEFAULT-VALUE}")
  private String format;

  @Mixin private WarehouseOption warehouse;

  @Override
  public Integer call() throws IOException {
    if ((sql == null) == (file == null)) {
      throw new UsageException("either a query or --file is needed");
    }
    QueryFormat printed = UsageException.checked(() -> QueryFormat.parse(format));
    String query = sql != null ? sql : Files.readString(file);
    new SqlQuery(warehouse.file()).run(query, printed, Terminal.out());
    Terminal.out().flush();
    return 0;
  }
}
