package io.daisychain.cli.operate;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PythonTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lifecycles of a generated market as PROV and OCEL, read by the tools of these formats from the
 * Python Package Index, <a href="https://pypi.org/project/prov/">prov</a> and <a
 * href="https://pypi.org/project/pm4py/">pm4py</a>: PROV-JSON and PROV-N say the same, and events,
 * links, versions and faults are as many as the warehouse has.
 */
public final class ProvenanceReaders {
  private static final String CHECK =
      """
      import collections, csv, re, sys, warnings
      warnings.filterwarnings('ignore')
      import pm4py
      from prov.model import ProvDocument

      def lines(text):
          # The library writes moments in its own way, with microseconds.
          text = re.sub(r'\\.(\\d{6})\\d{3}Z([,)])', r'.\\1Z\\2', text)
          text = re.sub(r'(:\\d\\d)\\.(\\d{3})Z([,)])', r'\\1.\\g<2>000Z\\3', text)
          text = re.sub(r'(:\\d\\d)\\.000000Z([,)])', r'\\1Z\\2', text)
          return collections.Counter(line.strip() for line in text.splitlines())

      total = collections.Counter()
      for row in csv.DictReader(open('lifecycles.csv')):
          name = row['id']
          prov = ProvDocument.deserialize(name + '.prov.json', format='json')
          ours, theirs = lines(open(name + '.provn').read()), lines(
              prov.get_provn().replace('+00:00', 'Z'))
          if ours != theirs:
              sys.exit(f'{name}: PROV-N and PROV-JSON differ: {(ours - theirs) + (theirs - ours)}')
          kinds = collections.Counter(str(r.get_type().localpart) for r in prov.get_records())
          things = collections.Counter(r.identifier.localpart.split('/')[0]
              for r in prov.get_records() if r.is_element() and not
              r.identifier.localpart.startswith('event/unreported/'))
          ocel = pm4py.read_ocel2_json(name + '.jsonocel')
          found = [things['event'], things['version'], things['fault'], len(ocel.events)]
          wanted = [int(row[c]) for c in ('events', 'versions', 'faults', 'events')]
          if found != wanted:
              sys.exit(f'{name}: {found} instead of {wanted}')
          total.update(kinds)
          total.update({'OCEL events': len(ocel.events), 'OCEL objects': len(ocel.objects),
              'OCEL relations': len(ocel.relations), 'OCEL o2o': len(ocel.o2o),
              'lifecycles': 1})
      print(dict(total))
      """;

  private ProvenanceReaders() {}

  /** Arguments: events, seed, lifecycles and an empty folder. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[3]).toAbsolutePath());
    Program program = new Program(folder);
    program.succeed(
        "generate",
        "--output=w",
        "--events=" + arguments[0],
        "--errors=0.05",
        "--repairs=0.5",
        "--seed=" + arguments[1]);
    program.succeed("audit", "--begin");
    program.succeed("run", "--input=w/events-*", "--reference=w");
    String chosen =
        program.succeed(
            "sql",
            "--format=csv",
            "WITH one AS (SELECT LifecycleId AS lifecycle, count(*) AS events FROM events GROUP BY 1"
                + " ORDER BY hash(LifecycleId::VARCHAR), 1 LIMIT "
                + arguments[2]
                + ") SELECT lifecycle AS id, events, (SELECT count(*) FROM history WHERE id IN (SELECT"
                + " id FROM events WHERE LifecycleId = lifecycle)) AS versions, (SELECT count(DISTINCT"
                + " (id, tradeDate, role, ReporterId, status)) FROM errors WHERE id IN (SELECT id FROM"
                + " events WHERE LifecycleId = lifecycle)) AS faults FROM one");
    Files.writeString(folder.resolve("lifecycles.csv"), chosen);
    for (String line : chosen.lines().skip(1).toList()) {
      String id = line.substring(0, line.indexOf(','));
      write(folder, id + ".prov.json", program.succeed("prov", id));
      write(folder, id + ".provn", program.succeed("prov", id, "--format=prov-n"));
      write(folder, id + ".jsonocel", program.succeed("prov", id, "--format=ocel"));
    }
    List<String> command = new ArrayList<>();
    command.add(PythonTools.provenance().program("python"));
    command.addAll(List.of("-c", CHECK));
    int code = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor();
    if (code != 0) {
      throw new AssertionError("the tools say something else, see above");
    }
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
