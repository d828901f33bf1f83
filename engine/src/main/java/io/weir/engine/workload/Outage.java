package io.weir.engine.workload;

import io.weir.api.ObjectKey;

/**
 * Why a connection does not work, in words for people.
 *
 * @param cause what kind of trouble
 * @param why one sentence that names the Secret, the trouble and the remedy
 */
public record Outage(Cause cause, String why) {

  /**
   * A request was refused.
   *
   * @param refusal the server's words
   */
  public static Outage refused(ObjectKey cluster, Kubeconfig kubeconfig, String refusal) {
    return said(
        cluster,
        Cause.UNAUTHORISED,
        """
        the API server %s refuses the account of the kubeconfig (%s); give it the rights, or \
        write the Secret anew\
        """
            .formatted(kubeconfig.server(), refusal));
  }

  /**
   * A request was not answered.
   *
   * @param failure what was tried, and what came of it
   */
  public static Outage silent(ObjectKey cluster, Kubeconfig kubeconfig, String failure) {
    return said(
        cluster,
        Cause.SILENT,
        """
        the API server %s does not answer (%s); check the server, the network and the \
        kubeconfig's address and CA\
        """
            .formatted(kubeconfig.server(), failure));
  }

  /** Requests are answered, but not a watch that is needed. */
  public static Outage ofWatch(ObjectKey cluster, Kubeconfig kubeconfig, String trouble) {
    return said(
        cluster,
        Cause.UNAUTHORISED,
        "the API server %s refuses a watch (%s); grant the kubeconfig's account the rights"
            .formatted(kubeconfig.server(), trouble));
  }

  /** Keys or certificates in the kubeconfig are not what they should be. */
  public static Outage unusable(ObjectKey cluster, RuntimeException failure) {
    // The failure's message may quote the key.
    return said(
        cluster,
        Cause.REFUSED,
        """
        client-certificate-data, client-key-data or certificate-authority-data cannot be used \
        (%s); update the Secret\
        """
            .formatted(failure.getClass().getSimpleName()));
  }

  /** A fault of ours. */
  public static Outage unexpected(ObjectKey cluster) {
    return said(cluster, Cause.SILENT, "the connection failed unexpectedly; see the manager's log");
  }

  private static Outage said(ObjectKey cluster, Cause cause, String what) {
    return new Outage(
        cause,
        "Secret %s, key %s: %s"
            .formatted(KubeconfigSecret.of(cluster), KubeconfigSecret.VALUE, what));
  }
}
