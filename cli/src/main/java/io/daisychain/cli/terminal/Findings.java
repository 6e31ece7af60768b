package io.daisychain.cli.terminal;

/** Findings, told in a line each as they come. */
public final class Findings {
  private final int width;
  private boolean failed;

  /** A look at one thing; what it throws is a failure of that thing. */
  public interface Look {
    Finding look() throws Exception;
  }

  /**
   * None yet.
   *
   * @param width of the longest name
   */
  public Findings(int width) {
    this.width = width;
  }

  /** Looks, and tells what is found. */
  public void tell(String what, Look look) {
    Finding finding;
    try {
      finding = look.look();
    } catch (Exception e) {
      CommandLog.failure(e);
      finding = Finding.fail(ErrorCauses.message(e));
    } catch (LinkageError e) {
      CommandLog.failure(e);
      finding = Finding.fail(ErrorCauses.ofLibrary(e));
    }
    failed |= finding.verdict() == Finding.Verdict.FAIL;
    String name = what + " ".repeat(Math.max(0, width - what.length()));
    Terminal.result(finding.verdict().shown() + "  " + name + "  " + finding.words());
  }

  /** What a command ends with: 1 if one has failed. */
  public int exitCode() {
    return failed ? 1 : 0;
  }
}
