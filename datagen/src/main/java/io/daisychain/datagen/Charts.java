package io.daisychain.datagen;

import java.util.Arrays;
import java.util.Locale;

/** Small charts of a picture, each in a panel of its own. */
final class Charts {
  private static final String[] COLOURS = {"#1b6ca8", "#c0504d", "#4f8a4c"};
  private static final int LEFT = 46;
  private static final int TOP = 26;
  private static final int BOTTOM = 30;

  private final StringBuilder svg;
  private final int width;
  private final int height;

  Charts(StringBuilder svg, int width, int height) {
    this.svg = svg;
    this.width = width;
    this.height = height;
  }

  /** Bars from {@code first} on; few large values at the end are put into one bar. */
  void bars(int x, int y, String title, long[] counts, int first) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    int last = first;
    long seen = 0;
    for (int i = 0; i < counts.length && (seen < sum * 0.995 || i <= first); i++) {
      seen += counts[i];
      last = i;
    }
    last = Math.max(last, first + 4);
    long[] shown = new long[last - first + 2];
    for (int i = first; i < counts.length; i++) {
      shown[Math.min(i - first, shown.length - 1)] += counts[i];
    }
    String[] labels = new String[shown.length];
    int every = Math.max(1, (shown.length + 11) / 12);
    for (int i = 0; i < shown.length; i++) {
      boolean tail = i == shown.length - 1;
      labels[i] = tail ? "more" : i % every == 0 ? Integer.toString(first + i) : "";
    }
    histogram(x, y, title, shown, labels);
  }

  /** Bars over a logarithmic scale of nanoseconds. */
  void gaps(int x, int y, String title, long[] counts) {
    String[] units = {"1ns", "10ns", "100ns", "1us", "10us", "100us", "1ms", "10ms", "100ms", "1s"};
    int last = 0;
    for (int i = 0; i < counts.length; i++) {
      last = counts[i] > 0 ? i : last;
    }
    long[] shown = Arrays.copyOf(counts, last + 1);
    String[] labels = new String[shown.length];
    for (int i = 0; i < shown.length; i++) {
      int decade = i / PictureStatistics.BINS_PER_DECADE;
      boolean begins = i % PictureStatistics.BINS_PER_DECADE == 0 && decade < units.length;
      labels[i] = begins ? units[decade] : "";
    }
    histogram(x, y, title, shown, labels);
  }

  private void histogram(int x, int y, String title, long[] counts, String[] labels) {
    double most = 1;
    for (long count : counts) {
      most = Math.max(most, (double) count);
    }
    frame(x, y, width, title, most);
    double step = (double) (width - LEFT - 10) / counts.length;
    int base = y + height - BOTTOM;
    for (int i = 0; i < counts.length; i++) {
      double tall = counts[i] / most * (height - TOP - BOTTOM);
      double left = x + LEFT + i * step;
      if (counts[i] > 0) {
        add(
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            left, base - tall, Math.max(0.5, step - 1), tall, COLOURS[0]);
      }
      if (!labels[i].isEmpty()) {
        label(left + step / 2, base + 13, "middle", labels[i]);
      }
    }
  }

  /** A line over the minutes at which something happened. */
  void minutes(int x, int y, String title, long[] byMinute) {
    double most = 1;
    int first = -1;
    int last = 0;
    for (int i = 0; i < byMinute.length; i++) {
      most = Math.max(most, (double) byMinute[i]);
      if (byMinute[i] > 0) {
        first = first < 0 ? i : first;
        last = i;
      }
    }
    first = Math.max(0, first);
    frame(x, y, width, title, most);
    hours(x, y, width, first, last);
    StringBuilder path = new StringBuilder();
    for (int i = first; i <= last; i++) {
      point(path, x, y, width, first, last, i, byMinute[i] / most);
    }
    add("<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>%n", path, COLOURS[0]);
  }

  /** Mean prices of executions a minute, each symbol in percent of its first price. */
  void prices(int x, int y, int wide, String[] names, double[][] sums, int[][] counts) {
    int first = PictureStatistics.MINUTES;
    int last = 0;
    double spread = 0.1;
    double[] begin = new double[names.length];
    for (int s = 0; s < names.length; s++) {
      for (int i = 0; i < PictureStatistics.MINUTES; i++) {
        if (counts[s][i] > 0) {
          double price = sums[s][i] / counts[s][i];
          begin[s] = begin[s] == 0 ? price : begin[s];
          first = Math.min(first, i);
          last = Math.max(last, i);
          spread = Math.max(spread, Math.abs(price / begin[s] - 1) * 100);
        }
      }
    }
    String title = "prices of the three symbols that trade most, percent of their first";
    frame(x, y, wide, title, spread);
    label(x + LEFT - 4, y + height - BOTTOM, "end", String.format(Locale.ROOT, "%.1f", -spread));
    hours(x, y, wide, Math.min(first, last), last);
    for (int s = 0; s < names.length; s++) {
      StringBuilder path = new StringBuilder();
      for (int i = first; i <= last; i++) {
        if (counts[s][i] > 0) {
          double percent = (sums[s][i] / counts[s][i] / begin[s] - 1) * 100;
          point(path, x, y, wide, first, last, i, (percent + spread) / (2 * spread));
        }
      }
      add("<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>%n", path, COLOURS[s]);
      String name = String.format(Locale.ROOT, "%s from %.2f", names[s], begin[s]);
      add(
          "<text x=\"%d\" y=\"%d\" font-size=\"11\" fill=\"%s\">%s</text>%n",
          x + LEFT + 8 + 150 * s, y + TOP + 12, COLOURS[s], name);
    }
  }

  private void hours(int x, int y, int wide, int first, int last) {
    for (int hour = (first + 59) / 60; hour * 60 <= last; hour++) {
      double at =
          x + LEFT + (double) (hour * 60 - first) / Math.max(1, last - first) * (wide - LEFT - 10);
      label(at, y + height - BOTTOM + 13, "middle", hour + ":00");
    }
  }

  private void point(
      StringBuilder path, int x, int y, int wide, int first, int last, int minute, double share) {
    double across = (double) (minute - first) / Math.max(1, last - first) * (wide - LEFT - 10);
    double up = share * (height - TOP - BOTTOM);
    path.append(
        String.format(
            Locale.ROOT,
            "%s%.1f %.1f",
            path.length() == 0 ? "M" : "L",
            x + LEFT + across,
            y + height - BOTTOM - up));
  }

  private void frame(int x, int y, int wide, String title, double most) {
    add("<text x=\"%d\" y=\"%d\" font-size=\"13\">%s</text>%n", x + LEFT, y + 16, title);
    String top =
        most < 100
            ? String.format(Locale.ROOT, "%.1f", most)
            : String.format(Locale.ROOT, "%,.0f", most);
    label(x + LEFT - 4, y + TOP + 8, "end", top);
    add(
        "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#888\"/>%n",
        x + LEFT, y + TOP, y + height - BOTTOM, x + wide - 10);
  }

  private void label(double x, double y, String anchor, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"10\" text-anchor=\"%s\" fill=\"#444\">%s</text>%n",
        x, y, anchor, text);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
