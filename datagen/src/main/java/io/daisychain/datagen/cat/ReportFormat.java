package io.daisychain.datagen.cat;

/** In which format the firms of a workload report. */
public enum ReportFormat {
  /** All in FIX. */
  FIX,
  /** All in CAT. */
  CAT,
  /** Every other firm in CAT, the others in FIX. */
  BOTH;

  /** Whether a firm, by its number, reports in CAT. */
  boolean isCat(int firm) {
    return this == CAT || (this == BOTH && firm % 2 == 0);
  }
}
