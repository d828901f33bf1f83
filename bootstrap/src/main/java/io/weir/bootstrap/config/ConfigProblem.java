package io.weir.bootstrap.config;

import io.weir.api.ApiObject;
import io.weir.bootstrap.BootstrapDataException;
import java.time.Duration;
import java.util.Optional;

/**
 * Why there is no data, or none that is up to date.
 *
 * @param kind which condition it belongs to
 * @param message for people: the object, the field, the remedy; the same for the same trouble
 */
public record ConfigProblem(Kind kind, String message) {

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

  /** Nobody's machines run it. */
  public static final ConfigProblem UNOWNED =
      new ConfigProblem(
          Kind.CLUSTER,
          "no MachinePool or Machine owns this config; reference it in the bootstrap.configRef of"
              + " one");

  /** How long an owner may take before its absence is reported. */
  public static final Duration ABSENCE_GRACE_PERIOD = Duration.ofSeconds(30);

  /**
   * Why there may be no data under the config's name; empty if there may.
   *
   * @param secret of that name, if there is one
   */
  public static Optional<ConfigProblem> ofName(ApiObject config, Optional<ApiObject> secret) {
    if (secret.isPresent()) {
      return BootstrapDataSecret.foreign(secret.get(), config)
          .map(
              what ->
                  new ConfigProblem(
                      Kind.DATA,
                      "Secret %s %s, so nothing is written to it; give this config another name, or delete the Secret if nobody needs it"
                          .formatted(config.key(), what)));
    }
    return ClusterSecretNames.isReserved(config.name())
        ? Optional.of(
            new ConfigProblem(
                Kind.DATA,
                "metadata.name: %s is the name of a Secret that a Cluster would take for its own; give this config another name"
                    .formatted(config.name())))
        : Optional.empty();
  }

  /** The same with what becomes of the token in the data that stays in use. */
  public ConfigProblem withToken(String outlook) {
    return new ConfigProblem(kind, message + "; " + outlook);
  }

  /** What was asked for cannot be rendered. */
  public static ConfigProblem of(BootstrapDataException problem) {
    Kind kind =
        problem.reason() == BootstrapDataException.Reason.INVALID_CA
            ? Kind.CERTIFICATES
            : Kind.DATA;
    return new ConfigProblem(kind, String.valueOf(problem.getMessage()));
  }

  /**
   * The workload cluster refuses the join token.
   *
   * @param refusal its words
   */
  public static ConfigProblem ofToken(String refusal) {
    return new ConfigProblem(
        Kind.DATA,
        "cannot create or extend a join token in the cluster: %s; the kubeconfig's account must be allowed to get, list, watch, create, patch and delete Secrets in kube-system"
            .formatted(refusal));
  }

  /**
   * The management cluster refuses the Secret.
   *
   * @param refusal its words
   */
  public static ConfigProblem ofRefusedWrite(String refusal) {
    return new ConfigProblem(Kind.DATA, "cannot store the bootstrap data: %s".formatted(refusal));
  }
}
