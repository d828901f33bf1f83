package io.weir.engine.workload;

import io.weir.api.ObjectKey;

/**
 * Why a connection does not work, in words for people.
 *
 * @param cause what kind of trouble
 * @param message one sentence that names the Secret, the trouble and the remedy
 */
public record ConnectionFailure(ConnectionFailureCause cause, String message) {

  /**
   * A request was refused.
   *
   * @param refusal the server's words
   */
  public static ConnectionFailure refused(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, String refusal) {
    return ofSecret(
        cluster,
        ConnectionFailureCause.UNAUTHORISED,
        """
        the API server %s refuses the account of the kubeconfig (%s); grant it the rights, or \
        update the Secret\
        """
            .formatted(vettedKubeconfig.server(), refusal));
  }

  /**
   * A request was not answered.
   *
   * @param failure what was tried, and what came of it
   */
  public static ConnectionFailure silent(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, String failure) {
    return ofSecret(
        cluster,
        ConnectionFailureCause.SILENT,
        """
        the API server %s does not answer (%s); check the server, the network and the \
        kubeconfig's address and CA\
        """
            .formatted(vettedKubeconfig.server(), failure));
  }

  /** Requests are answered, but not a watch that is needed. */
  public static ConnectionFailure ofWatchFailure(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, String trouble) {
    return ofSecret(
        cluster,
        ConnectionFailureCause.UNAUTHORISED,
        "the API server %s refuses a watch (%s); grant the kubeconfig's account the rights"
            .formatted(vettedKubeconfig.server(), trouble));
  }

  /** Keys or certificates in the kubeconfig are not what they should be. */
  public static ConnectionFailure ofUnusableKubeconfig(
      ObjectKey cluster, RuntimeException failure) {
    // The failure's message may quote the key.
    return ofSecret(
        cluster,
        ConnectionFailureCause.REFUSED,
        """
        client-certificate-data, client-key-data or certificate-authority-data cannot be used \
        (%s); update the Secret\
        """
            .formatted(failure.getClass().getSimpleName()));
  }

  /** The server is where it may not be. */
  public static ConnectionFailure ofRefusal(ObjectKey cluster, VettingResult.Refused refused) {
    return ofSecret(cluster, ConnectionFailureCause.REFUSED, refused.message());
  }

  /** A fault of ours. */
  public static ConnectionFailure ofUnexpectedError(ObjectKey cluster) {
    return ofSecret(
        cluster,
        ConnectionFailureCause.SILENT,
        "the connection failed unexpectedly; see the manager's log");
  }

  private static ConnectionFailure ofSecret(
      ObjectKey cluster, ConnectionFailureCause connectionFailureCause, String what) {
    return new ConnectionFailure(
        connectionFailureCause,
        "Secret %s, key %s: %s"
            .formatted(KubeconfigSecret.key(cluster), KubeconfigSecret.VALUE, what));
  }
}
