package io.weir.provider.gcp.api;

/**
 * A GKE cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for
 */
public record GcpManagedControlPlane(Spec spec) {

  public GcpManagedControlPlane {
    spec = spec == null ? new Spec("", "", "") : spec;
  }

  /**
   * What was asked for.
   *
   * @param project its project; empty only when the object has no spec
   * @param location its region or zone; likewise
   * @param clusterName its name in GKE; empty until somebody names it
   */
  public record Spec(String project, String location, String clusterName) {
    public Spec {
      project = project == null ? "" : project;
      location = location == null ? "" : location;
      clusterName = clusterName == null ? "" : clusterName;
    }
  }
}
