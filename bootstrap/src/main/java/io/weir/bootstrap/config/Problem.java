package io.weir.bootstrap.config;

import io.weir.api.ApiObject;
import io.weir.api.OwnerReference;
import io.weir.bootstrap.BootstrapProblem;

/**
 * Why there is no data, or none that is up to date.
 *
 * @param kind which condition it belongs to
 * @param message for people: the object, the field, the remedy; the same for the same trouble
 */
public record Problem(Kind kind, String message) {

  /** What kind of trouble. */
  public enum Kind {
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
  public static Problem taken(ApiObject config, OwnerReference stranger) {
    return new Problem(
        Kind.DATA,
        "Secret %s belongs to %s %s; give this config another name"
            .formatted(config.key(), stranger.kind(), stranger.name()));
  }

  /** What was asked for cannot be rendered. */
  public static Problem of(BootstrapProblem problem) {
    Kind kind =
        problem.reason() == BootstrapProblem.Reason.INVALID_CA ? Kind.CERTIFICATES : Kind.DATA;
    return new Problem(kind, String.valueOf(problem.getMessage()));
  }

  /**
   * The workload cluster refuses the join token.
   *
   * @param refusal its words
   */
  public static Problem ofToken(String refusal) {
    return new Problem(
        Kind.DATA,
        "no join token can be created or extended in the cluster: %s; the kubeconfig's account must be allowed to get, list, watch, create, patch and delete Secrets in kube-system"
            .formatted(refusal));
  }

  /**
   * The management cluster refuses the Secret.
   *
   * @param refusal its words
   */
  public static Problem ofWrite(String refusal) {
    return new Problem(Kind.DATA, "the data cannot be stored: %s".formatted(refusal));
  }
}
