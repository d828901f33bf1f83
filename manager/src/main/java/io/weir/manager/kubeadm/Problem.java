package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.OwnerReference;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.kernel.kube.KubeException;

/**
 * Why there is no data, or none that is up to date.
 *
 * @param kind which condition it belongs to
 * @param message for people: the object, the field, the remedy; the same for the same trouble
 */
record Problem(Kind kind, String message) {

  /** What kind of trouble. */
  enum Kind {
    /** The Cluster or its infrastructure is not there yet. */
    CLUSTER,
    /** No API server can be joined now. */
    CONTROL_PLANE,
    /** The CA is missing or cannot be read. */
    CERTIFICATES,
    /** What was asked for cannot be rendered or stored. */
    DATA
  }

  /** The Secret for the data is somebody else's. */
  static Problem taken(ApiObject config, OwnerReference stranger) {
    return new Problem(
        Kind.DATA,
        "Secret %s belongs to %s %s; give this config another name"
            .formatted(config.key(), stranger.kind(), stranger.name()));
  }

  /** What was asked for cannot be rendered. */
  static Problem of(BootstrapProblem problem) {
    Kind kind =
        problem.reason() == BootstrapProblem.Reason.INVALID_CA ? Kind.CERTIFICATES : Kind.DATA;
    return new Problem(kind, String.valueOf(problem.getMessage()));
  }

  /** The workload cluster refuses the join token. */
  static Problem of(TokenWriter.Refused refused) {
    return new Problem(
        Kind.DATA,
        "no join token can be created or extended in the cluster: %s; the kubeconfig's account must be allowed to get, list, watch, create, patch and delete Secrets in kube-system"
            .formatted(refused.getMessage()));
  }

  /** The management cluster refuses the Secret. */
  static Problem ofWrite(KubeException refused) {
    return new Problem(Kind.DATA, "the data cannot be stored: %s".formatted(refused.getMessage()));
  }
}
