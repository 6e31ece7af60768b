package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.testing.FixClient;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.listen.TlsStore;
import io.daisychain.watch.HostPort;
import io.daisychain.watch.ticks.QuoteTick;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What somebody does at the ports of a watch, with the certificate of a file of a folder.
 *
 * @param ports by name
 */
record DoorClients(Path folder, Map<String, Integer> ports) {
  private static final ObjectMapper JSON = new ObjectMapper();

  long metric(String name) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.get("metrics"))) {
      socket.getOutputStream().write("GET /metrics HTTP/1.0\r\n\r\n".getBytes(UTF_8));
      String text = new String(socket.getInputStream().readAllBytes(), UTF_8);
      Matcher value = Pattern.compile("daisychain_" + name + "_total (\\d+)").matcher(text);
      return value.find() ? Long.parseLong(value.group(1)) : -1;
    }
  }

  Socket connect(String port, String bearer) throws IOException {
    TlsStore keys = new TlsStore(folder.resolve(bearer + ".p12"), KeyFiles.PASSWORD);
    return new HostPort("127.0.0.1", ports.get(port), keys).connect();
  }

  /** The snapshot that somebody is told; null where it is refused. */
  Map<String, ObjectNode> heard(String bearer, String wanted) throws IOException {
    Map<String, ObjectNode> rows = new TreeMap<>();
    try (Socket socket = connect("serve", bearer)) {
      socket.getOutputStream().write((wanted + "\n").getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      for (String line = in.readLine(); ; line = in.readLine()) {
        ObjectNode row = (ObjectNode) JSON.readTree(line);
        String op = row.remove("op").asText();
        if (!op.equals("snapshot")) {
          return op.equals("ready") ? rows : null;
        }
        rows.put(row.get("id").asText(), row);
      }
    }
  }

  /** A message of somebody else, within a session. */
  static String foreign(String other) {
    return FixLine.of(
        "35=D|34=2|49=" + other + "|56=MRP|52=20260316-10:00:00.000|11=x|21=1|55=AAPL|54=1|");
  }

  static String received(FixClient session, String type) {
    try {
      return session.receive(type);
    } catch (IOException e) {
      return ""; // reset
    }
  }

  static byte[] tick(String symbol, long sequence) {
    byte[] tick = new byte[QuoteTick.LENGTH];
    long number = QuoteTick.number(symbol.getBytes(ISO_8859_1));
    long exchange = QuoteTick.number("XNAS".getBytes(ISO_8859_1));
    QuoteTick.write(tick, 0, number, sequence, sequence, exchange, true, 10, 1, true, 20, 1, true);
    return tick;
  }

  /** Sequence number of the last tick of a symbol; 0 where somebody is not told. */
  long last(String symbol, String bearer) throws IOException {
    try (Socket socket = connect("ticks", bearer)) {
      ByteBuffer request = ByteBuffer.allocate(13).put((byte) 'S').putInt(1);
      request.putLong(QuoteTick.number(symbol.getBytes(ISO_8859_1)));
      socket.getOutputStream().write(request.array());
      byte[] tick = socket.getInputStream().readNBytes(QuoteTick.LENGTH);
      return tick.length < QuoteTick.LENGTH ? 0 : ByteBuffer.wrap(tick).getLong(8);
    } catch (IOException e) {
      return 0; // reset
    }
  }
}
