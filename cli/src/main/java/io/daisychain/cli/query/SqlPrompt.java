package io.daisychain.cli.query;

import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.terminal.CroppedOutput;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.SqlText;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.print.QueryFormat;
import io.daisychain.warehouse.print.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
      Tables are cut to the terminal's width; \\x shows whole values.
        .tables          lists tables and views
        .columns NAME    lists the columns of one, with their meaning
        .format NAME     table, csv, spreadsheet, json, md or expanded
        \\x               one line a value instead of one a row, and back
        .timer           says how long each answer took, or no longer
        .help, help      shows this
        .quit, quit      ends, as do exit and Ctrl-D
      """;

  /** What is understood without a semicolon, beside what begins with a dot. */
  private static final Map<String, String> WORDS =
      Map.of("help", ".help", "quit", ".quit", "exit", ".quit", "\\x", "\\x");

  private final SqlQuery query;
  private final org.jline.terminal.Terminal terminal;
  private final LineReader lines;
  private final Path history;
  private final PrintWriter out;
  private QueryFormat format;
  private QueryFormat other = QueryFormat.EXPANDED; // that \x goes to
  private boolean timed;
  private volatile boolean canceled;

  SqlPrompt(SqlQuery query, org.jline.terminal.Terminal terminal, Path history) {
    this.query = query;
    this.terminal = terminal;
    this.history = history;
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
  void run(QueryFormat first) {
    format = first;
    terminal.handle(org.jline.terminal.Terminal.Signal.INT, signal -> cancel());
    out.println("Daisychain's warehouse, read-only. help says what there is, quit ends.");
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = answer(lines.readLine("sql> ").strip());
      } catch (UserInterruptException e) {
        out.println("(dropped; quit ends)");
      } catch (EndOfFileException e) {
        goesOn = false;
      }
      out.flush();
    }
    keepHistory();
  }

  /** Answers were given all the same: who has no folder of their own has no history. */
  private void keepHistory() {
    try {
      lines.getHistory().save();
    } catch (IOException e) {
      out.println("(no history is kept: " + history + " cannot be written)");
      out.flush();
    }
  }

  private void cancel() {
    canceled = true;
    query.cancel();
  }

  /** A command as it is known, if this line is one. */
  private static Optional<String> command(String line) {
    String text = line.strip();
    if (text.startsWith(".")) {
      return Optional.of(text);
    }
    return Optional.ofNullable(WORDS.get(text.replaceFirst("\\s*;$", "").toLowerCase(Locale.ROOT)));
  }

  private boolean answer(String text) {
    Optional<String> command = command(text);
    if (command.isEmpty()) {
      canceled = false;
      for (String statement : SqlText.statements(text)) {
        if (!canceled) {
          ask(statement);
        }
      }
      return true;
    }
    String[] words = command.get().split("\\s+", 2);
    String argument = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case ".quit", ".exit" -> {
        return false;
      }
      case ".tables" -> ask(query.tables());
      case ".columns" -> ask(query.columns(argument));
      case ".format" -> changeFormat(argument);
      case "\\x" -> expand();
      case ".timer" -> time(argument);
      case ".help" -> out.print(HELP);
      default -> out.println(words[0] + " is none of .help .tables .columns .format .timer .quit");
    }
    return true;
  }

  private void expand() {
    QueryFormat before = format;
    format = other;
    other = before;
    out.println("(" + (format == QueryFormat.EXPANDED ? "a line a value" : "a line a row") + ")");
  }

  private void time(String argument) {
    timed = argument.isEmpty() ? !timed : argument.equalsIgnoreCase("on");
    out.println("(timer " + (timed ? "on" : "off") + ")");
  }

  private void changeFormat(String name) {
    try {
      format = QueryFormat.parse(name);
      other = format == QueryFormat.EXPANDED ? QueryFormat.TABLE : QueryFormat.EXPANDED;
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
    }
  }

  private void ask(String statement) {
    out.flush();
    long start = System.nanoTime();
    int width = format == QueryFormat.TABLE ? terminal.getWidth() : 0;
    try (CroppedOutput cropped = new CroppedOutput(terminal.output(), width)) {
      AuditTrail.query(statement);
      query.run(statement, format, cropped);
    } catch (WarehouseException e) {
      out.println(canceled ? "(stopped)" : VisibleText.lines(e.getMessage()));
    } catch (IOException e) {
      out.println(VisibleText.lines(ErrorCauses.message(e)));
    }
    if (timed) {
      out.printf(Locale.ROOT, "(%.3f seconds)%n", (System.nanoTime() - start) / 1e9);
    }
  }

  /** What Tab completes: the names that analysts type. */
  private static Set<String> names() {
    Set<String> names =
        new TreeSet<>(
            Set.of(".help", ".tables", ".columns", ".format", ".timer", ".quit", "help", "quit"));
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
      boolean isCommand = command(line).isPresent();
      if (context == ParseContext.ACCEPT_LINE && !isCommand && !SqlText.isComplete(line)) {
        throw new EOFError(-1, -1, "no semicolon yet");
      }
      return words.parse(line, cursor, context);
    }
  }
}
