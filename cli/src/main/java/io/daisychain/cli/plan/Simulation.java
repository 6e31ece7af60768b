package io.daisychain.cli.plan;

import io.daisychain.cli.plan.Step.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A job on a cluster, from event to event: workers come up, cores take pieces and wait where a
 * piece waits, workers fail and what they had is done again.
 *
 * <p>A core does one piece at a time, as Dataflow's and Flink's do, and is held by it until the
 * store has answered. Seconds are simulated ones, from the start of the job.
 */
final class Simulation {
  /** So many losses of each piece, and no end is to be seen. */
  private static final int MOST_FAILED = 10;

  private static final Need[] NEEDS = Need.values();

  private final Cluster cluster;
  private final SplittableRandom random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<Worker> workers = new ArrayList<>();
  private final List<Station> servers = new ArrayList<>();
  private final Station warehouse = new Station();

  /** A worker for each of its cores that has nothing to do. */
  private final Deque<Worker> idle = new ArrayDeque<>();

  private final Deque<Piece> waiting = new ArrayDeque<>();
  private int undone;

  private double now;
  private long numbers;
  private int coresUp;
  private StepTimes times;

  /** Of those of one moment the one that was foreseen first comes first. */
  private record Event(double time, long number, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int order = Double.compare(time, other.time);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  private static final class Worker {
    private final Station disk = new Station();
    private final Station network = new Station();
    private final List<Flight> flights = new ArrayList<>();
    private boolean up;
  }

  /** A piece on a core. */
  private static final class Flight {
    private final Piece piece;
    private final Worker worker;
    private final double began;
    private final double[] held = new double[NEEDS.length];
    private int need = -1;
    private int turn;
    private boolean lost;

    Flight(Piece piece, Worker worker, double began) {
      this.piece = piece;
      this.worker = worker;
      this.began = began;
    }
  }

  Simulation(Cluster cluster) {
    this.cluster = cluster;
    random = new SplittableRandom(cluster.seed());
    for (int i = 0; i < cluster.servers(); i++) {
      servers.add(new Station());
    }
    for (int i = 0; i < cluster.workers(); i++) {
      Worker worker = new Worker();
      workers.add(worker);
      at(cluster.upAfter(i, random.nextDouble()), () -> comeUp(worker));
    }
    if (cluster.failures() > 0) {
      awaitFailure();
    }
  }

  /** Does all pieces of a step; its time begins where that of the last ended. */
  StepTimes run(Step step) {
    times = new StepTimes(step, cluster, servers.stream().mapToDouble(Station::busy).sum());
    undone = step.pieces().size();
    at(
        now + cluster.pauseSeconds(),
        () -> {
          waiting.addAll(step.pieces());
          deal();
        });
    while (undone > 0) {
      Event event = events.remove();
      times.pass(event.time - now, coresUp);
      now = event.time;
      event.what.run();
    }
    times.end(servers.stream().mapToDouble(Station::busy).sum());
    return times;
  }

  private void at(double time, Runnable what) {
    events.add(new Event(time, numbers++, what));
  }

  private void comeUp(Worker worker) {
    worker.up = true;
    coresUp += cluster.cores();
    for (int i = 0; i < cluster.cores(); i++) {
      idle.add(worker);
    }
    deal();
  }

  private void deal() {
    while (!waiting.isEmpty() && !idle.isEmpty()) {
      Worker worker = idle.remove();
      Flight flight = new Flight(waiting.remove(), worker, now);
      worker.flights.add(flight);
      next(flight);
    }
  }

  /** Brings a piece to the next that it needs, or to its end. */
  private void next(Flight flight) {
    if (flight.lost) {
      return;
    }
    int need = flight.need + 1;
    if (flight.need == Need.STORE.index()) {
      flight.turn += random.nextDouble() < cluster.again() ? 0 : 1;
      need -= flight.turn < flight.piece.turns() ? 1 : 0;
    }
    while (need < NEEDS.length && flight.piece.seconds(NEEDS[need]) == 0) {
      need++;
    }
    flight.need = need;
    if (need == NEEDS.length) {
      done(flight);
    } else {
      double end = serve(flight, NEEDS[need], flight.piece.seconds(NEEDS[need]));
      flight.held[need] += end - now;
      at(end, () -> next(flight));
    }
  }

  private double serve(Flight flight, Need need, double seconds) {
    return switch (need) {
      case CPU -> now + seconds;
      case READ -> flight.worker.disk.serve(now, seconds);
      case NETWORK -> flight.worker.network.serve(now, seconds);
      case STORE -> serveRows(flight.piece, flight.turn, seconds / flight.piece.turns());
      case LOAD -> warehouse.serve(now, seconds);
    };
  }

  /** All servers that have rows of the piece work at the same time; the last to answer counts. */
  private double serveRows(Piece piece, int turn, double seconds) {
    double end = now;
    int first = piece.server() + turn * piece.spread();
    for (int i = 0; i < piece.spread(); i++) {
      Station server = servers.get((first + i) % servers.size());
      end = Math.max(end, server.serve(now, seconds / piece.spread()));
    }
    return end;
  }

  private void done(Flight flight) {
    flight.worker.flights.remove(flight);
    times.done(flight.held);
    undone--;
    idle.add(flight.worker);
    deal();
  }

  private void awaitFailure() {
    double wait = -Math.log(1 - random.nextDouble()) * 3600 / cluster.failures();
    at(now + wait, this::fail);
  }

  /** One of the workers that are up is lost; another comes, and what it had goes to the others. */
  private void fail() {
    awaitFailure();
    Worker worker = workers.get(random.nextInt(workers.size()));
    double replaced = now + cluster.startSeconds() * (1 + random.nextDouble());
    if (!worker.up) {
      return;
    }
    worker.up = false;
    coresUp -= cluster.cores();
    idle.removeIf(core -> core == worker);
    for (Flight flight : worker.flights) {
      flight.lost = true;
      times.lost(now - flight.began);
      waiting.addFirst(flight.piece);
    }
    worker.flights.clear();
    if (times.failed() > MOST_FAILED * times.pieces() + cluster.cores()) {
      throw new IllegalArgumentException("workers fail before they have done a piece");
    }
    at(replaced, () -> comeUp(worker));
    deal();
  }
}
