package io.daisychain.cli.option;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Spelling;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options that a command line leaves out, from a file: lines {@code option=value} for all commands
 * that have the option, {@code command.option=value} for one, and {@code beam.option=value} for
 * options of Beam's own.
 */
public final class ConfigFile implements IDefaultValueProvider {
  /** Names the file; empty for none. */
  public static final String VARIABLE = "DAISYCHAIN_CONFIG";

  /** In the working directory, where the variable is not set. */
  public static final String NAME = "daisychain.properties";

  private static final String BEAM = "beam.";
  private static final Pattern LINE = Pattern.compile("([A-Za-z][\\w.-]*)\\s*=\\s*(.*)");
  private static final Set<String> NEVER = Set.of("help", "version");

  private final Path file;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** Why it cannot be read; null where it can. */
  private UsageException fault;

  /**
   * A line of the file.
   *
   * @param line its number, from 1
   * @param key as written
   * @param value without blanks around it
   */
  public record Entry(int line, String key, String value) {}

  private ConfigFile(Path file) {
    this.file = file;
  }

  /**
   * The file that the variable names, else that of the working directory; none where there is none.
   * What is wrong with it is told by {@link #check}, so that help can be shown all the same.
   */
  public static ConfigFile find() {
    String named = Environment.get(VARIABLE);
    Path file = Path.of(named.isEmpty() ? NAME : named).toAbsolutePath();
    if (named.isEmpty() && !Files.exists(file)) {
      return new ConfigFile(null);
    }
    ConfigFile config = new ConfigFile(file);
    try {
      if (named.isEmpty()) {
        requireOwn(file);
      }
      config.read();
    } catch (UsageException e) {
      config.fault = e;
    } catch (MalformedInputException e) {
      config.fault = new UsageException(file + " is no text in UTF-8", e);
    } catch (IOException e) {
      config.fault = new UsageException(file + ": " + WritableFiles.reason(e), e);
    }
    return config;
  }

  /** Who may write to a shared folder shall not say what others' commands do there. */
  private static void requireOwn(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes attributes = view.readAttributes();
    String owner = attributes.owner().getName();
    boolean isOthers = !owner.equals("root") && !owner.equals(System.getProperty("user.name"));
    if (isOthers || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      String why = isOthers ? "belongs to " + owner : "can be written by everybody";
      throw new UsageException(file + " " + why + ": if it is meant, name it in " + VARIABLE);
    }
  }

  private void read() throws IOException {
    int number = 0;
    for (String text : Files.readAllLines(file)) {
      number++;
      String line = text.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new UsageException(file + ", line " + number + " is not option=value");
      }
      Entry entry = new Entry(number, parts.group(1), parts.group(2));
      Entry before = entries.putIfAbsent(entry.key(), entry);
      if (before != null) {
        throw new UsageException(
            "%s, line %d: %s stands in line %d too"
                .formatted(file, number, entry.key(), before.line()));
      }
    }
  }

  /** Empty where there is no file. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  /** In the file's order. */
  public Collection<Entry> entries() {
    return entries.values();
  }

  /** Options of Beam's own, as a command line has them. */
  List<String> beams() {
    List<String> options = new ArrayList<>();
    for (Entry entry : entries()) {
      if (entry.key().startsWith(BEAM)) {
        options.add("--" + entry.key().substring(BEAM.length()) + "=" + entry.value());
      }
    }
    return options;
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return null;
    }
    String name = nameOf(option);
    Entry entry = entries.get(commandOf(argument.command()) + "." + name);
    if (entry == null) {
      entry = entries.get(name);
    }
    return entry == null || NEVER.contains(name) ? null : entry.value();
  }

  /**
   * Refuses a file that cannot be read, or has a line that says nothing to any command.
   *
   * @param all every command; not asked for where there is nothing to check
   * @throws UsageException naming file and line
   */
  public void check(Supplier<CommandLine> all) {
    if (fault != null) {
      throw fault;
    }
    if (entries.isEmpty()) {
      return;
    }
    Map<String, Set<String>> known = keys(all.get());
    for (Entry entry : entries()) {
      if (!entry.key().startsWith(BEAM) && !known.containsKey(entry.key())) {
        throw new UsageException(
            "%s, line %d: no command has an option %s%s"
                .formatted(
                    file,
                    entry.line(),
                    entry.key(),
                    Spelling.didYouMean(Spelling.nearest(entry.key(), known.keySet()))));
      }
    }
  }

  /** All keys that a file may have but Beam's, and by key the commands that take it. */
  public static Map<String, Set<String>> keys(CommandLine all) {
    Map<String, Set<String>> keys = new TreeMap<>();
    for (CommandLine command : all.getSubcommands().values()) {
      addKeys(command, keys);
    }
    return keys;
  }

  private static void addKeys(CommandLine command, Map<String, Set<String>> keys) {
    String of = commandOf(command.getCommandSpec());
    for (OptionSpec option : command.getCommandSpec().options()) {
      String name = nameOf(option);
      if (!NEVER.contains(name) && !option.hidden()) {
        keys.computeIfAbsent(name, none -> new TreeSet<>()).add(of);
        keys.computeIfAbsent(of + "." + name, none -> new TreeSet<>()).add(of);
      }
    }
    command.getSubcommands().values().forEach(sub -> addKeys(sub, keys));
  }

  private static String nameOf(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Its name and those of the commands above it, without the program's. */
  private static String commandOf(CommandSpec command) {
    return command.qualifiedName(".").replaceFirst("^[^.]*\\.", "");
  }
}
