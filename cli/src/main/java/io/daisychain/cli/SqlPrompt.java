package io.daisychain.cli;

import io.daisychain.publish.PublishedTables;
import io.daisychain.warehouse.QueryFormat;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.SqlText;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;

/**
 * Reads statements from a terminal and prints their answers until the input ends.
 *
 * <p>Each statement opens the warehouse anew, so that after a publication the next one sees the new
 * tables.
 */
final class SqlPrompt {
  private static final String HELP =
      """
      A statement ends with a semicolon and may run over several lines. Tab completes names, the
      arrow keys go through what was asked before, Ctrl-C drops a statement or stops an answer.
        .tables          lists tables and views
        .columns NAME    lists the columns of one, with their meaning
        .format NAME     table, csv, json or md
        .quit            ends, as does Ctrl-D
      """;

  private final SqlQuery query;
  private final org.jline.terminal.Terminal terminal;
  private final LineReader lines;
  private final PrintWriter out;
  private QueryFormat format;

  SqlPrompt(SqlQuery query, org.jline.terminal.Terminal terminal, Path history) {
    this.query = query;
    this.terminal = terminal;
    out = terminal.writer();
    lines =
        LineReaderBuilder.builder()
            .appName("daisychain")
            .terminal(terminal)
            .parser(new StatementParser())
            .completer(new StringsCompleter(names()))
            .variable(LineReader.HISTORY_FILE, history)
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, "...> ")
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true) // ! is SQL here
            .build();
  }

  /** Runs until Ctrl-D or {@code .quit}. */
  void run(QueryFormat first) throws IOException {
    format = first;
    terminal.handle(org.jline.terminal.Terminal.Signal.INT, signal -> query.cancel());
    out.println("Daisychain's warehouse, read-only. .help says what there is, .quit ends.");
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = answer(lines.readLine("sql> ").strip());
      } catch (UserInterruptException e) {
        out.println("(dropped; .quit ends)");
      } catch (EndOfFileException e) {
        goesOn = false;
      }
      out.flush();
    }
    lines.getHistory().save();
  }

  private boolean answer(String text) {
    if (!text.startsWith(".")) {
      SqlText.statements(text).forEach(this::ask);
      return true;
    }
    String[] words = text.split("\\s+", 2);
    String argument = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case ".quit", ".exit" -> {
        return false;
      }
      case ".tables" -> ask(query.tables());
      case ".columns" -> ask(query.columns(argument));
      case ".format" -> changeFormat(argument);
      case ".help" -> out.print(HELP);
      default -> out.println(words[0] + " is none of .help .tables .columns .format .quit");
    }
    return true;
  }

  private void changeFormat(String name) {
    try {
      format = QueryFormat.parse(name);
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
    }
  }

  private void ask(String statement) {
    out.flush();
    try {
      query.run(statement, format, terminal.output());
    } catch (WarehouseException e) {
      out.println(e.getMessage());
    } catch (IOException e) {
      out.println(Causes.words(e));
    }
  }

  /** What Tab completes: the names that analysts type. */
  private static Set<String> names() {
    Set<String> names = new TreeSet<>(Set.of(".help", ".tables", ".columns", ".format", ".quit"));
    PublishedTables.schema()
        .tables()
        .forEach(
            table -> {
              names.add(table.name());
              table.columns().forEach(column -> names.add(column.name()));
            });
    PublishedTables.schema()
        .views()
        .forEach(
            view -> {
              names.add(view.name());
              view.columns().forEach(column -> names.add(column.name()));
            });
    return names;
  }

  /** Asks for another line until the statement has its semicolon. */
  private static final class StatementParser implements Parser {
    private final DefaultParser words = new DefaultParser();

    StatementParser() {
      words.setEofOnUnclosedQuote(false);
      words.setEofOnEscapedNewLine(false);
      words.setQuoteChars(null);
      words.setEscapeChars(null);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      boolean command = line.strip().startsWith(".");
      if (context == ParseContext.ACCEPT_LINE && !command && !SqlText.isComplete(line)) {
        throw new EOFError(-1, -1, "no semicolon yet");
      }
      return words.parse(line, cursor, context);
    }
  }
}
