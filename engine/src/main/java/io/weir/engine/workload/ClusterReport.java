package io.weir.engine.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.Reasons;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.StatusConditions;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the status of an attached Cluster says; pure. */
public final class ClusterReport {

  /** How the workload cluster answers. */
  public sealed interface Probe {

    /**
     * It does.
     *
     * @param version of its API server
     */
    record Answered(URI server, String version) implements Probe {}

    /**
     * It does not.
     *
     * @param cause what kind of trouble
     * @param why one sentence for people, with the remedy
     */
    record Failed(Cause cause, String why) implements Probe {}
  }

  private ClusterReport() {}

  /** A Cluster that is left alone says only that. */
  public static void paused(ObjectNode status, ApiObject cluster, String why, Instant now) {
    var paused = Condition.isTrue(ConditionTypes.PAUSED, Reasons.PAUSED, why);
    StatusConditions.put(status, cluster, List.of(paused), List.of(), now);
  }

  /**
   * A Cluster that works, or cannot yet.
   *
   * @param remark what people must know although it works; empty for nothing
   */
  public static void seen(
      ObjectNode status, ApiObject cluster, Probe probe, String remark, Instant now) {
    var ours = new ArrayList<Condition>();
    var older = new ArrayList<Condition>();
    ours.add(Condition.isFalse(ConditionTypes.PAUSED, Reasons.NOT_PAUSED, ""));
    ours.add(Condition.isFalse(ConditionTypes.DELETING, Reasons.NOT_DELETING, ""));
    switch (probe) {
      case Probe.Answered up -> {
        status.withObject("/initialization").put("infrastructureProvisioned", true);
        status.withObject("/initialization").put("controlPlaneInitialized", true);
        connected(ours, older, up, remark);
      }
      case Probe.Failed down ->
          unreachable(
              ours, older, down, status.at("/initialization/controlPlaneInitialized").asBoolean());
    }
    boolean attached = status.at("/initialization/controlPlaneInitialized").asBoolean();
    status.put("phase", attached ? "Provisioned" : "Pending");
    StatusConditions.put(status, cluster, ours, older, now);
  }

  /** A Cluster that waits for what must go before it. */
  public static void deleting(
      ObjectNode status, ApiObject cluster, String waitingFor, Instant now) {
    status.put("phase", "Deleting");
    var deleting =
        Condition.isTrue(ConditionTypes.DELETING, Reasons.WAITING_FOR_WORKERS_DELETION, waitingFor);
    var notPaused = Condition.isFalse(ConditionTypes.PAUSED, Reasons.NOT_PAUSED, "");
    StatusConditions.put(status, cluster, List.of(notPaused, deleting), List.of(), now);
  }

  private static void connected(
      List<Condition> ours, List<Condition> older, Probe.Answered up, String remark) {
    String what =
        "Kubernetes %s at %s".formatted(up.version(), up.server())
            + (remark.isEmpty() ? "" : "; " + remark);
    ours.add(Condition.isTrue(ConditionTypes.AVAILABLE, Reasons.AVAILABLE, ""));
    ours.add(
        Condition.isTrue(ConditionTypes.REMOTE_CONNECTION_PROBE, Reasons.PROBE_SUCCEEDED, what));
    initialized(ours, older);
    older.add(Condition.isTrue(ConditionTypes.CONTROL_PLANE_READY));
    older.add(Condition.isTrue(ConditionTypes.READY));
  }

  private static void unreachable(
      List<Condition> ours, List<Condition> older, Probe.Failed down, boolean once) {
    String reason = reason(down.cause());
    ours.add(Condition.isFalse(ConditionTypes.AVAILABLE, Reasons.NOT_AVAILABLE, down.why()));
    ours.add(
        Condition.isFalse(
            ConditionTypes.REMOTE_CONNECTION_PROBE, Reasons.PROBE_FAILED, down.why()));
    if (once) {
      initialized(ours, older);
    } else {
      ours.add(
          Condition.isFalse(
              ConditionTypes.CONTROL_PLANE_INITIALIZED, Reasons.NOT_INITIALIZED, down.why()));
      older.add(
          Condition.isFalse(
              ConditionTypes.CONTROL_PLANE_INITIALIZED, "Warning", reason, down.why()));
    }
    older.add(Condition.isFalse(ConditionTypes.CONTROL_PLANE_READY, "Warning", reason, down.why()));
    older.add(Condition.isFalse(ConditionTypes.READY, "Warning", reason, down.why()));
  }

  /** Reached once, it stays so, whatever becomes of the connection. */
  private static void initialized(List<Condition> ours, List<Condition> older) {
    ours.add(Condition.isTrue(ConditionTypes.INFRASTRUCTURE_READY, Reasons.READY, ""));
    ours.add(Condition.isTrue(ConditionTypes.CONTROL_PLANE_INITIALIZED, Reasons.INITIALIZED, ""));
    older.add(Condition.isTrue(ConditionTypes.INFRASTRUCTURE_READY));
    older.add(Condition.isTrue(ConditionTypes.CONTROL_PLANE_INITIALIZED));
  }

  private static String reason(Cause cause) {
    return switch (cause) {
      case CONNECTING -> Reasons.CONNECTING;
      case NO_KUBECONFIG -> Reasons.KUBECONFIG_MISSING;
      case REFUSED -> Reasons.KUBECONFIG_REFUSED;
      case UNAUTHORISED -> Reasons.UNAUTHORIZED;
      case SILENT -> Reasons.UNREACHABLE;
    };
  }
}
