package io.weir.manager.workload;

import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.workload.WorkloadView.Cause;

/**
 * Why a connection does not work, in words for people.
 *
 * @param cause what kind of trouble
 * @param why one sentence that names the Secret, the trouble and the remedy
 */
record Outage(Cause cause, String why) {

  /** A request was not answered, or was refused. */
  static Outage of(ObjectKey cluster, Kubeconfig kubeconfig, KubeException failure) {
    return failure instanceof KubeException.Forbidden
        ? said(
            cluster,
            Cause.UNAUTHORISED,
            """
            the API server %s refuses the account of the kubeconfig (%s); grant it the rights, or \
            update the Secret\
            """
                .formatted(kubeconfig.server(), failure.getMessage()))
        : said(
            cluster,
            Cause.SILENT,
            """
            the API server %s does not answer (%s); check the server, the network and the \
            kubeconfig's address and CA\
            """
                .formatted(kubeconfig.server(), failure.getMessage()));
  }

  /** Requests are answered, but not a watch that is needed. */
  static Outage ofWatch(ObjectKey cluster, Kubeconfig kubeconfig, String trouble) {
    return said(
        cluster,
        Cause.UNAUTHORISED,
        "the API server %s refuses a watch (%s); grant the kubeconfig's account the rights"
            .formatted(kubeconfig.server(), trouble));
  }

  /** Keys or certificates in the kubeconfig are not what they should be. */
  static Outage unusable(ObjectKey cluster, RuntimeException failure) {
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
  static Outage unexpected(ObjectKey cluster) {
    return said(cluster, Cause.SILENT, "the connection failed unexpectedly; see the manager's log");
  }

  private static Outage said(ObjectKey cluster, Cause cause, String what) {
    return new Outage(
        cause,
        "Secret %s, key %s: %s"
            .formatted(KubeconfigSecret.of(cluster), KubeconfigSecret.VALUE, what));
  }
}
