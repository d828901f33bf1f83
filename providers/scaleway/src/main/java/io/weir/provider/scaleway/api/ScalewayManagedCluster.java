package io.weir.provider.scaleway.api;

/**
 * The Scaleway side of a managed cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for
 */
public record ScalewayManagedCluster(Spec spec) {

  public ScalewayManagedCluster {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param region its region, such as {@code fr-par}
   * @param projectID its project
   * @param scalewaySecretName the Secret with the API key, in the same namespace
   */
  public record Spec(String region, String projectID, String scalewaySecretName) {
    /** None of it set; the schema lets no such object in. */
    public static final Spec EMPTY = new Spec("", "", "");

    public Spec {
      region = region == null ? "" : region;
      projectID = projectID == null ? "" : projectID;
      scalewaySecretName = scalewaySecretName == null ? "" : scalewaySecretName;
    }
  }
}
