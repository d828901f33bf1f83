package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.conditions.StatusConditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the status of a KubeadmConfig says; pure. */
public final class KubeadmConfigStatusFields {

  private KubeadmConfigStatusFields() {}

  /** Work on it is stopped. */
  public static void setPaused(ObjectNode status, ApiObject config, String why, Instant now) {
    var paused = Condition.ofTrue(ConditionTypes.PAUSED, ConditionReasons.PAUSED, why);
    StatusConditions.put(status, config, List.of(paused), List.of(), now);
  }

  /**
   * The data is in the Secret.
   *
   * @param outage what it means that the cluster to join does not answer; empty while it does
   * @param unused what was asked for and has no effect
   */
  public static void setAvailable(
      ObjectNode status,
      ApiObject config,
      Optional<String> outage,
      List<String> unused,
      Instant now) {
    Stream<String> ineffective =
        unused.isEmpty() ? Stream.empty() : Stream.of("No effect: " + String.join("; ", unused));
    String message = Stream.concat(outage.stream(), ineffective).collect(Collectors.joining(". "));
    setAvailable(status, config, message, now);
  }

  /**
   * The data is in the Secret, but no pool's.
   *
   * @param why which pool names what, and what becomes of the data
   */
  public static void setUnused(ObjectNode status, ApiObject config, String why, Instant now) {
    setAvailable(status, config, why, now);
  }

  private static void setAvailable(
      ObjectNode status, ApiObject config, String message, Instant now) {
    status.put("dataSecretName", config.name());
    status.withObject("/initialization").put("dataSecretCreated", true);
    StatusConditions.put(
        status,
        config,
        List.of(
            notPaused(),
            Condition.ofTrue(
                ConditionTypes.DATA_SECRET_AVAILABLE, ConditionReasons.AVAILABLE, message),
            Condition.ofTrue(ConditionTypes.CERTIFICATES_AVAILABLE, ConditionReasons.AVAILABLE, ""),
            Condition.ofTrue(ConditionTypes.READY, ConditionReasons.READY, "")),
        List.of(
            Condition.ofTrue(ConditionTypes.DATA_SECRET_AVAILABLE),
            Condition.ofTrue(ConditionTypes.CERTIFICATES_AVAILABLE),
            Condition.ofTrue(ConditionTypes.READY)),
        now);
  }

  /**
   * There is no data, or none that is up to date.
   *
   * @param earlier whether there is data from before, which stays in use
   */
  public static void setFailed(
      ObjectNode status,
      ApiObject config,
      ConfigProblem configProblem,
      boolean earlier,
      Instant now) {
    String message =
        earlier
            ? configProblem.message() + "; the existing data stays in use"
            : configProblem.message();
    var ours = new ArrayList<Condition>();
    var older = new ArrayList<Condition>();
    ours.add(notPaused());
    ours.add(
        Condition.ofFalse(
            ConditionTypes.DATA_SECRET_AVAILABLE, ConditionReasons.NOT_AVAILABLE, message));
    older.add(old(ConditionTypes.DATA_SECRET_AVAILABLE, configProblem.kind(), message));
    if (configProblem.kind() == ConfigProblem.Kind.CERTIFICATES) {
      ours.add(
          Condition.ofFalse(
              ConditionTypes.CERTIFICATES_AVAILABLE, ConditionReasons.NOT_AVAILABLE, message));
      older.add(old(ConditionTypes.CERTIFICATES_AVAILABLE, configProblem.kind(), message));
    }
    ours.add(
        Condition.ofFalse(
            ConditionTypes.READY,
            ConditionReasons.NOT_READY,
            "* " + ConditionTypes.DATA_SECRET_AVAILABLE + ": " + message));
    older.add(old(ConditionTypes.READY, configProblem.kind(), message));
    StatusConditions.put(status, config, ours, older, now);
  }

  /** Whether it was last told that the API server to join cannot be reached or used. */
  public static boolean isControlPlaneUnavailable(ApiObject config) {
    return ConditionLists.find(
            config.at("/status/deprecated/v1beta1/conditions"),
            ConditionTypes.DATA_SECRET_AVAILABLE)
        .filter(
            condition ->
                condition.reason().equals(ConditionReasons.WAITING_FOR_CONTROL_PLANE_AVAILABLE))
        .isPresent();
  }

  private static Condition notPaused() {
    return Condition.ofFalse(ConditionTypes.PAUSED, ConditionReasons.NOT_PAUSED, "");
  }

  private static Condition old(String type, ConfigProblem.Kind kind, String message) {
    return switch (kind) {
      case CLUSTER ->
          Condition.ofFalse(
              type, "Info", ConditionReasons.WAITING_FOR_CLUSTER_INFRASTRUCTURE, message);
      case CONTROL_PLANE ->
          Condition.ofFalse(
              type, "Info", ConditionReasons.WAITING_FOR_CONTROL_PLANE_AVAILABLE, message);
      case CERTIFICATES ->
          Condition.ofFalse(
              type, "Warning", ConditionReasons.CERTIFICATES_GENERATION_FAILED, message);
      case DATA ->
          Condition.ofFalse(
              type, "Warning", ConditionReasons.DATA_SECRET_GENERATION_FAILED, message);
    };
  }
}
