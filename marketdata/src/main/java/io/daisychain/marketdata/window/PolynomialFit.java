package io.daisychain.marketdata.window;

/** Least squares with polynomials of small degree. */
final class PolynomialFit {
  private PolynomialFit() {}

  /**
   * Functions that are orthonormal on 0, 1, … n−1: polynomials of degree 0, 1, … of rising degree,
   * by their values.
   */
  static double[][] orthonormal(int n, int functions) {
    double[][] values = new double[functions][n];
    for (int f = 0; f < functions; f++) {
      for (int i = 0; i < n; i++) {
        double x = n == 1 ? 0 : 2.0 * i / (n - 1) - 1;
        values[f][i] = f == 0 ? 1 : values[f - 1][i] * x;
      }
      // Twice, so that what rounding leaves of the others goes too.
      for (int pass = 0; pass < 2; pass++) {
        for (int g = 0; g < f; g++) {
          double common = dot(values[f], values[g]);
          for (int i = 0; i < n; i++) {
            values[f][i] -= common * values[g][i];
          }
        }
      }
      double norm = Math.sqrt(dot(values[f], values[f]));
      for (int i = 0; i < n; i++) {
        values[f][i] /= norm;
      }
    }
    return values;
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  /**
   * The rows that give the coefficients of the powers of x = i/(n−1) from n values, one a power.
   */
  static double[][] pseudoInverse(int n, int degree) {
    int terms = degree + 1;
    double[][] q = orthonormal(n, terms);
    // X = Q·R, so the coefficients are R⁻¹·Qᵀ·y.
    double[][] r = new double[terms][terms];
    for (int power = 0; power < terms; power++) {
      double[] x = new double[n];
      for (int i = 0; i < n; i++) {
        x[i] = Math.pow((double) i / (n - 1), power);
      }
      for (int f = 0; f <= power; f++) {
        r[f][power] = dot(q[f], x);
      }
    }
    double[][] rows = new double[terms][n];
    for (int power = terms - 1; power >= 0; power--) {
      for (int i = 0; i < n; i++) {
        double value = q[power][i];
        for (int other = power + 1; other < terms; other++) {
          value -= r[power][other] * rows[other][i];
        }
        rows[power][i] = value / r[power][power];
      }
    }
    return rows;
  }

  /**
   * Coefficients of the powers of x from points that are anywhere in 0 to 1.
   *
   * @param from index of the first point
   * @return null if the points do not determine them
   */
  static double[] direct(double[] x, double[] y, int from, int to, int degree) {
    int n = to - from;
    int terms = degree + 1;
    double[][] q = new double[terms][n];
    double[][] r = new double[terms][terms];
    for (int f = 0; f < terms; f++) {
      for (int i = 0; i < n; i++) {
        q[f][i] = f == 0 ? 1 : Math.pow(x[from + i], f);
      }
      double before = Math.sqrt(dot(q[f], q[f]));
      for (int pass = 0; pass < 2; pass++) {
        for (int g = 0; g < f; g++) {
          double common = dot(q[f], q[g]);
          r[g][f] += common;
          for (int i = 0; i < n; i++) {
            q[f][i] -= common * q[g][i];
          }
        }
      }
      double norm = Math.sqrt(dot(q[f], q[f]));
      if (norm <= 1e-13 * before || norm == 0) {
        return null;
      }
      r[f][f] = norm;
      for (int i = 0; i < n; i++) {
        q[f][i] /= norm;
      }
    }
    double[] c = new double[terms];
    for (int f = 0; f < terms; f++) {
      for (int i = 0; i < n; i++) {
        c[f] += q[f][i] * y[from + i];
      }
    }
    for (int f = terms - 1; f >= 0; f--) {
      for (int g = f + 1; g < terms; g++) {
        c[f] -= r[f][g] * c[g];
      }
      c[f] /= r[f][f];
    }
    return c;
  }

  /** Value at a place. */
  static double at(double[] coefficients, double x) {
    double value = 0;
    for (int power = coefficients.length - 1; power >= 0; power--) {
      value = value * x + coefficients[power];
    }
    return value;
  }
}
