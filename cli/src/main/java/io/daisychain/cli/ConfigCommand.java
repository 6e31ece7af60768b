package io.daisychain.cli;

import io.daisychain.cli.option.ConfigFile;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the options that a configuration file sets. */
@Command(
    name = "config",
    description = {
      "Shows the options that the configuration file sets, after checking it.",
      "It is daisychain.properties in the working directory, or the file that DAISYCHAIN_CONFIG "
          + "names: a line option=value for all commands that have the option, command.option=value "
          + "for one, beam.option=value for Beam's own; # begins a line that says nothing. The "
          + "command line counts first, then the line of the command, then the one for all.",
      ""
    },
    footer = {
      "",
      "  store = hbase://zk1:2181",
      "  reference = /srv/market/reference",
      "  publish.output = /srv/market/published",
      "  beam.runner = FlinkRunner"
    })
final class ConfigCommand implements Callable<Integer> {
  private static final List<String> SET = List.of("line", "option", "value", "commands");
  private static final List<String> ALL = List.of("option", "commands");

  @Option(names = "--all", description = "Lists what a file may set, in place of what it sets.")
  private boolean all;

  @Option(
      names = "--format",
      paramLabel = "table|csv|json",
      defaultValue = "table",
      description = "Default: ${DEFAULT-VALUE}")
  private String format;

  @Override
  public Integer call() throws IOException {
    QueryFormat printed = UsageException.checked(() -> QueryFormat.parse(format));
    Map<String, Set<String>> keys = ConfigFile.keys(Main.commandLine());
    List<List<Object>> rows = new ArrayList<>();
    if (all) {
      keys.forEach((key, commands) -> rows.add(List.of(key, String.join(" ", commands))));
      printed.print(ALL, rows, Terminal.out());
    } else {
      ConfigFile config = ConfigFile.find();
      Terminal.note(
          config
              .file()
              .map(file -> "options of " + file)
              .orElse("no " + ConfigFile.NAME + " here, and no " + ConfigFile.VARIABLE));
      for (ConfigFile.Entry entry : config.entries()) {
        Set<String> commands = keys.getOrDefault(entry.key(), Set.of("all that run pipelines"));
        rows.add(List.of(entry.line(), entry.key(), entry.value(), String.join(" ", commands)));
      }
      printed.print(SET, rows, Terminal.out());
    }
    Terminal.out().flush();
    return 0;
  }
}
