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

/** What the status of a KubeadmConfig says; pure. */
public final class KubeadmConfigStatusFields implements ConfigStatusForm {

  @Override
  public void setPaused(ObjectNode status, ApiObject config, String why, Instant now) {
    var paused = Condition.ofTrue(ConditionTypes.PAUSED, ConditionReasons.PAUSED, why);
    StatusConditions.put(status, config, List.of(paused), List.of(), now);
  }

  @Override
  public void setAvailable(ObjectNode status, ApiObject config, String message, Instant now) {
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

  @Override
  public void setFailed(
      ObjectNode status,
      ApiObject config,
      ConfigProblem configProblem,
      boolean earlier,
      Instant now) {
    String message = ConfigStatusForm.message(configProblem, earlier);
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
