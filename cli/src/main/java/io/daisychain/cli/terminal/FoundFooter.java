package io.daisychain.cli.terminal;

import java.util.List;

/** A command whose help ends with what is found out only when somebody asks for help. */
public interface FoundFooter {
  /** The last lines of the help; each is wrapped where it is too long. */
  List<String> footer();
}
