package io.weir.engine.workload;

import io.weir.api.ObjectKey;
import java.util.Optional;

/**
 * Why a connection does not work, in words for people.
 *
 * @param cause what kind of trouble
 * @param message one sentence that names the Secret or the cloud, the trouble and the remedy
 */
public record ConnectionFailure(ConnectionFailureCause cause, String message) {

  /**
   * A request was refused.
   *
   * @param refusal the server's words
   */
  public static ConnectionFailure refused(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, String refusal) {
    Optional<VettedKubeconfig.Grant> grant = vettedKubeconfig.grant();
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.UNAUTHORISED,
        "the API server %s refuses %s (%s); %s"
            .formatted(
                vettedKubeconfig.server(),
                grant.isPresent() ? "the token" : "the account of the kubeconfig",
                refusal,
                grant
                    .map(VettedKubeconfig.Grant::rights)
                    .orElse("grant it the rights, or update the Secret")));
  }

  /**
   * A request was not answered.
   *
   * @param failure what was tried, and what came of it
   */
  public static ConnectionFailure silent(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, String failure) {
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.SILENT,
        """
        the API server %s does not answer (%s); check the server, the network and the \
        kubeconfig's address and CA\
        """
            .formatted(vettedKubeconfig.server(), failure));
  }

  /**
   * Requests are answered, but a watch that is needed fails: it is refused, or breaks off, or is
   * not answered.
   *
   * @param trouble what came of the watch
   */
  public static ConnectionFailure ofWatchFailure(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, String trouble) {
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.WATCH_FAILS,
        """
        the API server %s answers requests, but a watch fails (%s); if it is refused, grant the \
        kubeconfig's account the rights, and if it is not answered or breaks off, check the load \
        of the server and what is between it and Weir\
        """
            .formatted(vettedKubeconfig.server(), trouble));
  }

  /** Keys or certificates in the kubeconfig are not what they should be. */
  public static ConnectionFailure ofUnusableKubeconfig(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, RuntimeException failure) {
    // The failure's message may quote the key.
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.REFUSED,
        """
        client-certificate-data, client-key-data or certificate-authority-data cannot be used \
        (%s); update the Secret\
        """
            .formatted(failure.getClass().getSimpleName()));
  }

  /** The server is where it may not be. */
  public static ConnectionFailure ofRefusal(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, VettingResult.Refused refused) {
    return of(cluster, vettedKubeconfig, ConnectionFailureCause.REFUSED, refused.message());
  }

  /**
   * Its Nodes and tokens take more memory than one cluster may have.
   *
   * @param most bytes that it may have
   */
  public static ConnectionFailure ofSize(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, long most) {
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.NO_ROOM,
        """
        the Nodes and join tokens of the API server %s take more than the %d MiB of memory that one cluster may take, \
        so they are not watched; delete Nodes that no machine stands for, or give the manager a larger -Xmx\
        """
            .formatted(vettedKubeconfig.server(), most >> 20));
  }

  /**
   * Those of all clusters take more memory than there is for them, and those of its namespace most.
   *
   * @param most bytes that all may have
   */
  public static ConnectionFailure ofAllSizes(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig, long most) {
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.NO_ROOM,
        """
        all workload clusters take the %d MiB of memory that there are for their Nodes and join tokens, most of it those \
        of this namespace, so the API server %s is not watched; give the manager a larger -Xmx, or delete Clusters or \
        Nodes that are not needed\
        """
            .formatted(most >> 20, vettedKubeconfig.server()));
  }

  /** A fault of ours. */
  public static ConnectionFailure ofUnexpectedError(
      ObjectKey cluster, VettedKubeconfig vettedKubeconfig) {
    return of(
        cluster,
        vettedKubeconfig,
        ConnectionFailureCause.SILENT,
        "the connection failed unexpectedly; see the manager's log");
  }

  private static ConnectionFailure of(
      ObjectKey cluster,
      VettedKubeconfig vettedKubeconfig,
      ConnectionFailureCause connectionFailureCause,
      String what) {
    String source =
        vettedKubeconfig
            .grant()
            .map(VettedKubeconfig.Grant::by)
            .orElseGet(
                () ->
                    "Secret %s, key %s"
                        .formatted(KubeconfigSecret.key(cluster), KubeconfigSecret.VALUE));
    return new ConnectionFailure(connectionFailureCause, source + ": " + what);
  }
}
