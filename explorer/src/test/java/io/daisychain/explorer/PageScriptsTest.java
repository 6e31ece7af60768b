package io.daisychain.explorer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page's scripts, each by the functions that its {@code NAME.test.js} exports, in an engine and
 * a document of their own ({@code browser.js}): no browser, no waiting, no drawing.
 */
class PageScriptsTest {
  private static final String MODULE = "application/javascript+module";
  private static final String TESTS = ".test.js";
  private static final Pattern EXPORTED = Pattern.compile("(?m)^export (?:async )?function (\\w+)");

  @TempDir private static Path folder;
  private static Engine engine;

  /** Scripts import one another by their names, so they are put where tests and page are one. */
  @BeforeAll
  static void gather() throws IOException {
    engine = Engine.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();
    for (String page : List.of("page", "operator")) {
      Files.createDirectory(folder.resolve(page));
      for (String of : List.of("main", "test")) {
        Path from = Path.of("src/" + of + "/resources/io/daisychain/explorer/" + page);
        try (Stream<Path> files = Files.list(from)) {
          for (Path file : files.toList()) {
            Files.copy(file, folder.resolve(page).resolve(file.getFileName().toString()));
          }
        }
      }
    }
    for (String shared : List.of("browser.js", "words.js", "decimal.js")) {
      Files.copy(folder.resolve("page/" + shared), folder.resolve("operator/" + shared));
    }
    Files.write(
        folder.resolve("d3.js"),
        PageFiles.read("/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js"));
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  /** A browser that has opened the page of a folder. */
  private static Context browser(String page) throws IOException {
    Context context =
        Context.newBuilder("js")
            .engine(engine)
            .allowExperimentalOptions(true)
            .option("js.esm-eval-returns-exports", "true")
            .allowIO(IOAccess.ALL)
            .build();
    ProxyExecutable text = names -> text(page + "/" + names[0].asString());
    context.getBindings("js").putMember("pageText", text);
    Source d3 = Source.newBuilder("js", folder.resolve("d3.js").toFile()).build();
    ProxyExecutable load = none -> context.eval(d3);
    context.getBindings("js").putMember("loadD3", load);
    context.eval(module(page + "/browser.js"));
    return context;
  }

  private static String text(String name) {
    try {
      return Files.readString(folder.resolve(name), UTF_8);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Source module(String name) throws IOException {
    return Source.newBuilder("js", folder.resolve(name).toFile()).mimeType(MODULE).build();
  }

  @TestFactory
  List<DynamicContainer> scripts() throws IOException {
    List<DynamicContainer> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder).sorted()) {
      for (Path file : files.filter(one -> one.toString().endsWith(TESTS)).toList()) {
        String name = folder.relativize(file).toString();
        all.add(DynamicContainer.dynamicContainer(name, tests(name)));
      }
    }
    return all;
  }

  private static List<DynamicTest> tests(String file) {
    return EXPORTED
        .matcher(text(file))
        .results()
        .map(found -> found.group(1))
        .map(name -> DynamicTest.dynamicTest(name, () -> run(file, name)))
        .toList();
  }

  /**
   * Each in a browser of its own. What it has begun has ended when it has: its clock is its own.
   */
  private static void run(String file, String name) throws IOException {
    try (Context context = browser(file.replaceFirst("/.*", ""))) {
      Value result = context.eval(module(file)).getMember(name).execute();
      if (result.canInvokeMember("then")) {
        AtomicReference<String> end = new AtomicReference<>("has not ended");
        ProxyExecutable ended = values -> set(end, "");
        ProxyExecutable failed = values -> set(end, stack(values[0]));
        result.invokeMember("then", ended, failed);
        assertEquals("", end.get());
      }
    }
  }

  private static Object set(AtomicReference<String> end, String text) {
    end.set(text);
    return text;
  }

  private static String stack(Value error) {
    return error.hasMember("stack") ? error.getMember("stack").asString() : error.toString();
  }
}
