package io.weir.api.core;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workload cluster, as far as pools depend on it.
 *
 * @param spec what was asked for
 * @param status how far it came; empty before the first report
 */
public record Cluster(Spec spec, Status status) {

  public Cluster {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param paused whether everything that belongs to the cluster is to be left alone
   * @param controlPlaneEndpoint where the API server of the cluster is reached
   * @param infrastructureRef the cloud side of the cluster (VPC, subnets, credentials)
   * @param controlPlaneRef who runs the control plane; absent when it exists already
   */
  public record Spec(
      boolean paused,
      Endpoint controlPlaneEndpoint,
      @Nullable ContractReference infrastructureRef,
      @Nullable ContractReference controlPlaneRef) {

    /** None of it set. */
    public static final Spec EMPTY = new Spec(false, Endpoint.EMPTY, null, null);

    public Spec {
      controlPlaneEndpoint = controlPlaneEndpoint == null ? Endpoint.EMPTY : controlPlaneEndpoint;
    }
  }

  /**
   * Where an API server is reached.
   *
   * @param host name or address; empty when not known yet
   * @param port TCP port; 0 when not known yet
   */
  public record Endpoint(String host, int port) {

    /** None of it set. */
    public static final Endpoint EMPTY = new Endpoint("", 0);

    public Endpoint {
      host = host == null ? "" : host;
    }

    /** Whether both parts are known. */
    public boolean isKnown() {
      return !host.isEmpty() && port > 0;
    }
  }

  /**
   * How far the cluster came.
   *
   * @param initialization milestones that were reached once
   * @param conditions what is true of it now
   * @param phase one word for people
   * @param observedGeneration generation that this status speaks of
   */
  public record Status(
      Initialization initialization,
      List<Condition.V1Beta2> conditions,
      @Nullable String phase,
      @Nullable Long observedGeneration) {

    /** None of it set. */
    public static final Status EMPTY = new Status(Initialization.EMPTY, List.of(), null, null);

    public Status {
      initialization = initialization == null ? Initialization.EMPTY : initialization;
      conditions = EmptyIfNull.list(conditions);
    }
  }

  /**
   * Milestones.
   *
   * @param infrastructureProvisioned the cloud side is ready; before it machines can not be placed
   * @param controlPlaneInitialized an API server answers; before it nothing can join
   */
  public record Initialization(boolean infrastructureProvisioned, boolean controlPlaneInitialized) {

    /** None of it set. */
    public static final Initialization EMPTY = new Initialization(false, false);
  }
}
