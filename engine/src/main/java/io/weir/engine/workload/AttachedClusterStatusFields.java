package io.weir.engine.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.StatusConditions;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the status of an attached Cluster says; pure. */
public final class AttachedClusterStatusFields {

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
    record Failed(ConnectionFailureCause cause, String why) implements Probe {}
  }

  private AttachedClusterStatusFields() {}

  /** A Cluster that is left alone says only that. */
  public static void setPaused(ObjectNode status, ApiObject cluster, String why, Instant now) {
    var paused = Condition.ofTrue(ConditionTypes.PAUSED, ConditionReasons.PAUSED, why);
    StatusConditions.put(status, cluster, List.of(paused), List.of(), now);
  }

  /**
   * A Cluster that works, or cannot yet.
   *
   * @param remark what people must know although it works; empty for nothing
   */
  public static void setConnection(
      ObjectNode status, ApiObject cluster, Probe probe, String remark, Instant now) {
    var ours = new ArrayList<Condition>();
    var older = new ArrayList<Condition>();
    ours.add(Condition.ofFalse(ConditionTypes.PAUSED, ConditionReasons.NOT_PAUSED, ""));
    ours.add(Condition.ofFalse(ConditionTypes.DELETING, ConditionReasons.NOT_DELETING, ""));
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
  public static void setDeleting(
      ObjectNode status, ApiObject cluster, String waitingFor, Instant now) {
    status.put("phase", "Deleting");
    var deleting =
        Condition.ofTrue(
            ConditionTypes.DELETING, ConditionReasons.WAITING_FOR_WORKERS_DELETION, waitingFor);
    var notPaused = Condition.ofFalse(ConditionTypes.PAUSED, ConditionReasons.NOT_PAUSED, "");
    StatusConditions.put(status, cluster, List.of(notPaused, deleting), List.of(), now);
  }

  private static void connected(
      List<Condition> ours, List<Condition> older, Probe.Answered up, String remark) {
    String what =
        "Kubernetes %s at %s".formatted(up.version(), up.server())
            + (remark.isEmpty() ? "" : "; " + remark);
    ours.add(Condition.ofTrue(ConditionTypes.AVAILABLE, ConditionReasons.AVAILABLE, ""));
    ours.add(
        Condition.ofTrue(
            ConditionTypes.REMOTE_CONNECTION_PROBE, ConditionReasons.PROBE_SUCCEEDED, what));
    initialized(ours, older);
    older.add(Condition.ofTrue(ConditionTypes.CONTROL_PLANE_READY));
    older.add(Condition.ofTrue(ConditionTypes.READY));
  }

  private static void unreachable(
      List<Condition> ours, List<Condition> older, Probe.Failed down, boolean once) {
    String reason = reason(down.cause());
    ours.add(
        Condition.ofFalse(ConditionTypes.AVAILABLE, ConditionReasons.NOT_AVAILABLE, down.why()));
    ours.add(
        Condition.ofFalse(
            ConditionTypes.REMOTE_CONNECTION_PROBE, ConditionReasons.PROBE_FAILED, down.why()));
    if (once) {
      initialized(ours, older);
    } else {
      ours.add(
          Condition.ofFalse(
              ConditionTypes.CONTROL_PLANE_INITIALIZED,
              ConditionReasons.NOT_INITIALIZED,
              down.why()));
      older.add(
          Condition.ofFalse(
              ConditionTypes.CONTROL_PLANE_INITIALIZED, "Warning", reason, down.why()));
    }
    older.add(Condition.ofFalse(ConditionTypes.CONTROL_PLANE_READY, "Warning", reason, down.why()));
    older.add(Condition.ofFalse(ConditionTypes.READY, "Warning", reason, down.why()));
  }

  /** Reached once, it stays so, whatever becomes of the connection. */
  private static void initialized(List<Condition> ours, List<Condition> older) {
    ours.add(Condition.ofTrue(ConditionTypes.INFRASTRUCTURE_READY, ConditionReasons.READY, ""));
    ours.add(
        Condition.ofTrue(
            ConditionTypes.CONTROL_PLANE_INITIALIZED, ConditionReasons.INITIALIZED, ""));
    older.add(Condition.ofTrue(ConditionTypes.INFRASTRUCTURE_READY));
    older.add(Condition.ofTrue(ConditionTypes.CONTROL_PLANE_INITIALIZED));
  }

  private static String reason(ConnectionFailureCause connectionFailureCause) {
    return switch (connectionFailureCause) {
      case CONNECTING -> ConditionReasons.CONNECTING;
      case NO_KUBECONFIG -> ConditionReasons.KUBECONFIG_MISSING;
      case REFUSED -> ConditionReasons.KUBECONFIG_REFUSED;
      case UNAUTHORISED -> ConditionReasons.UNAUTHORIZED;
      case WATCH_FAILS -> ConditionReasons.WATCH_FAILED;
      case SILENT, NO_ROOM -> ConditionReasons.UNREACHABLE;
    };
  }
}
