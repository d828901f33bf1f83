package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.api.conditions.StatusConditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the status of a KubeadmConfig says; pure. */
public final class ConfigReport {

  private ConfigReport() {}

  /** Work on it is stopped. */
  public static void paused(ObjectNode status, ApiObject config, String why, Instant now) {
    var paused = Condition.isTrue(ConditionTypes.PAUSED, Reasons.PAUSED, why);
    StatusConditions.put(status, config, List.of(paused), List.of(), now);
  }

  /**
   * The data is in the Secret.
   *
   * @param outage what it means that the cluster to join does not answer; empty while it does
   * @param unused what was asked for and has no effect
   */
  public static void available(
      ObjectNode status,
      ApiObject config,
      Optional<String> outage,
      List<String> unused,
      Instant now) {
    Stream<String> ineffective =
        unused.isEmpty() ? Stream.empty() : Stream.of("No effect: " + String.join("; ", unused));
    String message = Stream.concat(outage.stream(), ineffective).collect(Collectors.joining(". "));
    available(status, config, message, now);
  }

  /**
   * The data is in the Secret, but no pool's.
   *
   * @param why which pool names what, and what becomes of the data
   */
  public static void left(ObjectNode status, ApiObject config, String why, Instant now) {
    available(status, config, why, now);
  }

  private static void available(ObjectNode status, ApiObject config, String message, Instant now) {
    status.put("dataSecretName", config.name());
    status.withObject("/initialization").put("dataSecretCreated", true);
    StatusConditions.put(
        status,
        config,
        List.of(
            notPaused(),
            Condition.isTrue(ConditionTypes.DATA_SECRET_AVAILABLE, Reasons.AVAILABLE, message),
            Condition.isTrue(ConditionTypes.CERTIFICATES_AVAILABLE, Reasons.AVAILABLE, ""),
            Condition.isTrue(ConditionTypes.READY, Reasons.READY, "")),
        List.of(
            Condition.isTrue(ConditionTypes.DATA_SECRET_AVAILABLE),
            Condition.isTrue(ConditionTypes.CERTIFICATES_AVAILABLE),
            Condition.isTrue(ConditionTypes.READY)),
        now);
  }

  /**
   * There is no data, or none that is up to date.
   *
   * @param earlier whether there is data from before, which stays in use
   */
  public static void failed(
      ObjectNode status, ApiObject config, Problem problem, boolean earlier, Instant now) {
    String message =
        earlier ? problem.message() + "; the existing data stays in use" : problem.message();
    var ours = new ArrayList<Condition>();
    var older = new ArrayList<Condition>();
    ours.add(notPaused());
    ours.add(
        Condition.isFalse(ConditionTypes.DATA_SECRET_AVAILABLE, Reasons.NOT_AVAILABLE, message));
    older.add(old(ConditionTypes.DATA_SECRET_AVAILABLE, problem.kind(), message));
    if (problem.kind() == Problem.Kind.CERTIFICATES) {
      ours.add(
          Condition.isFalse(ConditionTypes.CERTIFICATES_AVAILABLE, Reasons.NOT_AVAILABLE, message));
      older.add(old(ConditionTypes.CERTIFICATES_AVAILABLE, problem.kind(), message));
    }
    ours.add(
        Condition.isFalse(
            ConditionTypes.READY,
            Reasons.NOT_READY,
            "* " + ConditionTypes.DATA_SECRET_AVAILABLE + ": " + message));
    older.add(old(ConditionTypes.READY, problem.kind(), message));
    StatusConditions.put(status, config, ours, older, now);
  }

  /** Whether it was last told that the API server to join cannot be reached or used. */
  public static boolean withoutControlPlane(ApiObject config) {
    return Conditions.find(
            config.at("/status/deprecated/v1beta1/conditions"),
            ConditionTypes.DATA_SECRET_AVAILABLE)
        .filter(told -> told.reason().equals(Reasons.WAITING_FOR_CONTROL_PLANE_AVAILABLE))
        .isPresent();
  }

  private static Condition notPaused() {
    return Condition.isFalse(ConditionTypes.PAUSED, Reasons.NOT_PAUSED, "");
  }

  private static Condition old(String type, Problem.Kind kind, String message) {
    return switch (kind) {
      case CLUSTER ->
          Condition.isFalse(type, "Info", Reasons.WAITING_FOR_CLUSTER_INFRASTRUCTURE, message);
      case CONTROL_PLANE ->
          Condition.isFalse(type, "Info", Reasons.WAITING_FOR_CONTROL_PLANE_AVAILABLE, message);
      case CERTIFICATES ->
          Condition.isFalse(type, "Warning", Reasons.CERTIFICATES_GENERATION_FAILED, message);
      case DATA ->
          Condition.isFalse(type, "Warning", Reasons.DATA_SECRET_GENERATION_FAILED, message);
    };
  }
}
