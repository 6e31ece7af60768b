package io.daisychain.cli.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.cli.campaign.WatchSources;
import io.daisychain.cli.testing.RunningStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * All attacks at once from network namespaces of their own, for as long as an honest market is sent
 * beside them: its rows are those without. {@code .ci/campaign flood} makes the namespaces, and
 * runs this in the one where the watch is.
 */
final class FloodCampaign {
  private FloodCampaign() {}

  /** Takes seconds, messages, a seed, a folder, the address of the watch, and the namespaces. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[3])).toAbsolutePath();
    int seconds = Integer.parseInt(args[0]);
    String address = args[4];
    List<String> namespaces = List.of(args).subList(5, args.length);
    try (RunningStore store = RunningStore.start(folder)) {
      WatchSources market = new WatchSources(folder, store, new Random(Long.parseLong(args[2])));
      market.prepare(Integer.parseInt(args[1]));
      System.out.println("without: " + market.run(EnumSet.of(WatchSources.Source.FIX)));
      market.beside(
          address,
          seconds,
          watch -> {
            Map<String, Integer> ports = ListenerCampaign.ports(watch);
            ports.remove("metrics"); // which is for this machine alone
            List<Process> attackers = new ArrayList<>();
            for (String namespace : namespaces) {
              attackers.add(
                  ListenerAttacks.start(
                      List.of("ip", "netns", "exec", namespace),
                      folder.resolve(namespace + ".out"),
                      seconds,
                      "",
                      address,
                      folder.resolve(ListenerAttacks.FIRM + ".p12"),
                      ports));
            }
            return () -> {
              for (Process attacker : attackers) {
                assertEquals(0, attacker.waitFor(), "an attacker's end; see NAMESPACE.out");
              }
            };
          });
      System.out.println(
          "flooded from "
              + namespaces.size()
              + " namespaces: "
              + market.run(EnumSet.of(WatchSources.Source.FIX)));
    }
  }
}
