package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.Main;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Terminal;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program in a folder, as a process that does one command after the other: for tests of what
 * commands do with the files below them. It has the program's class path and working directory; not
 * tried with it is how a command's process starts and ends.
 */
public final class StayingProgram {
  /** A test has two places at most. */
  private static final int MOST = 2;

  private static final Map<Path, StayingProgram> RUNNING = new LinkedHashMap<>(4, 0.75f, true);

  private final Process process;
  private final int port;

  private StayingProgram(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** The one of a folder, which is started if need be; another, unused for longer, may end. */
  static synchronized StayingProgram of(Path folder) throws IOException {
    StayingProgram running = RUNNING.get(folder);
    if (running == null || !running.process.isAlive()) {
      running = start(folder);
      RUNNING.put(folder, running);
      Iterator<StayingProgram> oldest = RUNNING.values().iterator();
      while (RUNNING.size() > MOST) {
        oldest.next().process.destroy();
        oldest.remove();
      }
    }
    return running;
  }

  private static StayingProgram start(Path folder) throws IOException {
    Process process =
        Program.Command.in(folder, Program.line(StayingProgram.class))
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new StayingProgram(process, Integer.parseInt(process.inputReader(UTF_8).readLine()));
  }

  int port() {
    return port;
  }

  /**
   * Does a command.
   *
   * @param out the file of its standard output
   * @param err the file of its standard error
   * @return its exit code
   */
  int run(Path out, Path err, Map<String, String> environment, String... words) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      List<String> items = new ArrayList<>(List.of(out.toString(), err.toString()));
      items.add(Integer.toString(environment.size()));
      environment.forEach((name, value) -> items.addAll(List.of(name, value)));
      items.add(Integer.toString(words.length));
      items.addAll(List.of(words));
      socket.getOutputStream().write((String.join("\0", items) + '\0').getBytes(UTF_8));
      return Integer.parseInt(item(socket.getInputStream(), '\n'));
    }
  }

  /** Prints its port, does what it is told there, and ends with the process that started it. */
  public static void main(String[] args) throws IOException {
    ProcessHandle tests = ProcessHandle.current().parent().orElseThrow();
    new Thread(() -> System.exit(tests.onExit().join() == null ? 1 : 0)).start();
    CommandLog.begin(false);
    try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      while (true) {
        try (Socket client = server.accept()) {
          int code = serve(new BufferedInputStream(client.getInputStream()));
          client.getOutputStream().write((code + "\n").getBytes(UTF_8));
        }
      }
    }
  }

  private static int serve(InputStream in) throws IOException {
    try (OutputStream out = Files.newOutputStream(Path.of(item(in, 0)));
        OutputStream err = Files.newOutputStream(Path.of(item(in, 0)))) {
      Map<String, String> variables = new LinkedHashMap<>();
      for (int left = Integer.parseInt(item(in, 0)); left > 0; left--) {
        variables.put(item(in, 0), item(in, 0));
      }
      String[] words = new String[Integer.parseInt(item(in, 0))];
      for (int i = 0; i < words.length; i++) {
        words[i] = item(in, 0);
      }
      Terminal.attach(out, err);
      Environment.divert(variables);
      return Main.run(words);
    } finally {
      Environment.divert(Map.of());
      Terminal.detach();
    }
  }

  /** What comes before a byte. */
  private static String item(InputStream in, int end) throws IOException {
    ByteArrayOutputStream item = new ByteArrayOutputStream();
    for (int read = in.read(); read != end; read = in.read()) {
      if (read < 0) {
        throw new EOFException("the staying program's process has ended");
      }
      item.write(read);
    }
    return item.toString(UTF_8);
  }
}
