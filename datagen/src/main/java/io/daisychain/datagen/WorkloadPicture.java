package io.daisychain.datagen;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A page about a workload: the chain, and how what was generated is distributed. One SVG that needs
 * nothing else.
 */
public final class WorkloadPicture {
  /** More would change no curve, and only take time. */
  private static final long MOST_EVENTS = 2_000_000;

  private static final int WIDTH = 1560;
  private static final int PANEL_WIDTH = 500;
  private static final int PANEL_HEIGHT = 230;

  private WorkloadPicture() {}

  /**
   * Draws what {@code settings} generate; shards are made once more, and as many of them as it
   * takes to see two million events.
   */
  public static String svg(GeneratorSettings settings) throws IOException {
    WorkloadPlan plan = WorkloadPlan.of(settings.withErrors(ErrorRates.NONE));
    PictureStatistics statistics = new PictureStatistics();
    OutputStream nowhere = OutputStream.nullOutputStream();
    ShardStreams streams = new ShardStreams(nowhere, nowhere, nowhere, nowhere);
    for (int shard = 0; shard < plan.shards() && statistics.events < MOST_EVENTS; shard++) {
      ShardGenerator generator = new ShardGenerator(plan, shard, streams);
      generator.observe(statistics::add);
      generator.run();
    }
    statistics.finish();
    return page(plan, statistics);
  }

  private static String page(WorkloadPlan plan, PictureStatistics statistics) {
    ChainDiagram diagram = new ChainDiagram(plan.chain());
    int top = 60 + diagram.height();
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\">%n<rect width=\"100%%\" height=\"100%%\""
                + " fill=\"white\"/>%n",
            WIDTH,
            top + 2 * PANEL_HEIGHT + 40));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"20\" y=\"34\" font-size=\"20\">%s: %,d lifecycles, %,d events, seed %d</text>%n",
            plan.modelName(),
            statistics.lifecycles,
            statistics.events,
            plan.settings().seed()));
    diagram.draw(svg, 20, 50, WIDTH - 40);
    Charts charts = new Charts(svg, PANEL_WIDTH, PANEL_HEIGHT);
    charts.bars(20, top, "lifecycles by depth (events up to the root)", statistics.byDepth, 1);
    charts.bars(540, top, "orders by fan-out (orders made of them)", statistics.byFanOut, 1);
    charts.gaps(1060, top, "events by inter-arrival time", statistics.byGap);
    int below = top + PANEL_HEIGHT + 10;
    charts.minutes(20, below, "events a minute (UTC)", statistics.byMinute);
    String[] names = new String[PictureStatistics.PRICED_SYMBOLS];
    Market market = plan.market();
    for (int i = 0; i < names.length; i++) {
      names[i] = new String(market.symbolNames[i], StandardCharsets.US_ASCII);
    }
    charts.prices(
        540, below, 2 * PANEL_WIDTH + 20, names, statistics.prices, statistics.executions);
    return svg.append("</svg>\n").toString();
  }
}
