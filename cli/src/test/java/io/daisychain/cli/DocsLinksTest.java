package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What pages and help point to is there: files, and headings in them. */
class DocsLinksTest {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
  private static final Pattern BLOCK =
      Pattern.compile("^```.*?^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern NAMED_IN_HELP =
      Pattern.compile("docs/[a-z/]+\\.(?:md|ipynb)(?:#[a-z-]+)?");

  private final List<String> dead = new ArrayList<>();

  @Test
  void linksOfPagesLeadSomewhere() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of(".", "docs", "docs/sessions")) {
      try (Stream<Path> files = Files.list(HOME.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    assertTrue(pages.size() > 25, () -> pages.size() + " pages");
    int links = 0;
    for (Path page : pages) {
      Matcher link = LINK.matcher(withoutBlocks(Files.readString(page)));
      while (link.find()) {
        links++;
        follow(page, link.group(1));
      }
    }
    assertEquals(List.of(), dead);
    assertTrue(links > 100, links + " links");
  }

  @Test
  void pagesThatHelpNamesAreThere() throws IOException {
    for (String command : Main.commandLine().getSubcommands().keySet()) {
      String help = Main.commandLine(command).getSubcommands().get(command).getUsageMessage();
      Matcher page = NAMED_IN_HELP.matcher(help);
      while (page.find()) {
        follow(HOME.resolve(command + " --help"), page.group());
      }
    }
    assertEquals(List.of(), dead);
  }

  private void follow(Path from, String link) throws IOException {
    if (link.contains("://")) {
      return;
    }
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]);
    boolean there =
        Files.exists(target)
            && (parts.length == 1 || headings(Files.readString(target)).contains(parts[1]));
    if (!there) {
      dead.add(HOME.relativize(from) + ": " + link);
    }
  }

  /** Headings as links name them: small letters, no signs, hyphens for spaces. */
  private static List<String> headings(String page) {
    return HEADING
        .matcher(withoutBlocks(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  /** A page without what stands in fences, which is shown as it is. */
  private static String withoutBlocks(String page) {
    return BLOCK.matcher(page).replaceAll("");
  }
}
