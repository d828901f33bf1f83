package io.weir.engine.workload;

/** What became of a kubeconfig that others wrote. */
public sealed interface VettingResult {

  /** It may be used. */
  record Accepted(VettedKubeconfig kubeconfig) implements VettingResult {}

  /**
   * It may not be used.
   *
   * @param field what is wrong, as a path in the kubeconfig
   * @param why what is wrong with it; never a value that may be secret
   * @param remedy what to do
   */
  record Refused(String field, String why, String remedy) implements VettingResult {

    /** Whether it would have a program find the account, and says nothing of one itself. */
    public boolean runsProgram() {
      return field.endsWith(".user.exec") || field.endsWith(".user.auth-provider");
    }

    /** One sentence for people. */
    public String message() {
      return field + " " + why + "; " + remedy;
    }
  }
}
