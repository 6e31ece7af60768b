package io.daisychain.jmh.engine;

/** The corpora: the same messages, with more or fewer of them damaged. */
public enum CorpusKind {
  VALID(0, 0),
  MIXED(0.05, 0.5),
  BAD(1, 0.5),
  /** As damage comes: mostly BodyLength or CheckSum tell. */
  BAD_AS_IS(1, 0),
  /** As a wrong sender makes it: BodyLength and CheckSum are right, something else is not. */
  BAD_FRAMED(1, 1);

  private final double damaged;
  private final double framed;

  CorpusKind(double damaged, double framed) {
    this.damaged = damaged;
    this.framed = framed;
  }

  /** Share of messages that are damaged. */
  double damaged() {
    return damaged;
  }

  /** Share of the damaged ones that are framed again. */
  double framed() {
    return framed;
  }
}
