package io.daisychain.cli.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A day's events through ingest, link, publish and the load of the warehouse, one job after the
 * other, each with workers of its own as Dataflow has them.
 *
 * @param jobs in order
 * @param shuffled bytes that the runner's shuffle moved
 * @param largest events of the largest partition of link
 */
record SimulatedDay(
    double events, Cluster cluster, List<Job> jobs, double shuffled, double largest) {

  /** A job with its steps. */
  record Job(String name, List<StepTimes> steps) {
    double seconds() {
      return steps.stream().mapToDouble(StepTimes::seconds).sum();
    }

    /** Steps of one name put together. */
    List<StepTimes> shown() {
      Map<String, StepTimes> shown = new LinkedHashMap<>();
      steps.forEach(step -> shown.merge(step.name(), step, StepTimes::plus));
      return List.copyOf(shown.values());
    }
  }

  /** Simulates. */
  static SimulatedDay of(double events, Cluster cluster, Costs costs, double coreSpeed) {
    DaySteps steps = new DaySteps(events, cluster, costs, coreSpeed);
    List<Job> jobs = new ArrayList<>();
    jobs.add(job("ingest", steps.ingest(), cluster));
    jobs.add(job("link", steps.link(), cluster));
    jobs.add(job("publish", steps.publish(), cluster));
    jobs.add(job("load", List.of(DaySteps.load(events)), Cluster.warm(1, 1, 1)));
    return new SimulatedDay(events, cluster, jobs, steps.shuffled(), steps.largest());
  }

  private static Job job(String name, List<Step> steps, Cluster cluster) {
    Simulation simulation = new Simulation(cluster);
    return new Job(name, steps.stream().map(simulation::run).toList());
  }

  double seconds() {
    return jobs.stream().mapToDouble(Job::seconds).sum();
  }

  /** Seconds in which workers are paid for: the load is the warehouse's. */
  double workerSeconds() {
    return seconds() - jobs.get(jobs.size() - 1).seconds();
  }
}
