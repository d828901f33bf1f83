package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import java.time.Instant;
import java.util.List;

/** What the status of a config says whose kind has v1beta1 conditions only; pure. */
public final class V1Beta1ConfigStatusFields implements ConfigStatusForm {

  @Override
  public void setPaused(ObjectNode status, ApiObject config, String why, Instant now) {
    put(
        status,
        config,
        List.of(Condition.ofTrue(ConditionTypes.PAUSED, ConditionReasons.PAUSED, why)),
        now);
  }

  @Override
  public void setAvailable(ObjectNode status, ApiObject config, String message, Instant now) {
    status.put("dataSecretName", config.name()).put("ready", true);
    if (config.groupKind().equals(GroupKind.NODEADM_CONFIG)) {
      status.withObject("/initialization").put("dataSecretCreated", true);
    }
    put(
        status,
        config,
        List.of(
            notPaused(),
            Condition.ofTrue(ConditionTypes.DATA_SECRET_AVAILABLE, "", message),
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
    put(
        status,
        config,
        List.of(
            notPaused(),
            old(ConditionTypes.DATA_SECRET_AVAILABLE, configProblem.kind(), message),
            old(ConditionTypes.READY, configProblem.kind(), message)),
        now);
  }

  private static void put(ObjectNode status, ApiObject config, List<Condition> ours, Instant now) {
    status.set("conditions", ConditionLists.withV1Beta1(status.path("conditions"), ours, now));
    status.put("observedGeneration", config.generation());
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
              type, "Info", ConditionReasons.WAITING_FOR_CONTROL_PLANE_INITIALIZATION, message);
      case CERTIFICATES, DATA ->
          Condition.ofFalse(
              type, "Warning", ConditionReasons.DATA_SECRET_GENERATION_FAILED, message);
    };
  }
}
