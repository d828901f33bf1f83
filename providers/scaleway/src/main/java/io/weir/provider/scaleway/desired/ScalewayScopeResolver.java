package io.weir.provider.scaleway.desired;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudScope;
import io.weir.provider.ParentQuery;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.scaleway.api.ScalewayConstants;
import io.weir.provider.scaleway.api.ScalewayManagedCluster;
import io.weir.provider.scaleway.api.ScalewayManagedControlPlane;
import java.util.Set;

/** Where a pool is: whose key, which region, which cluster. */
public final class ScalewayScopeResolver {

  /** Kinds that tell it. */
  public static final Set<GroupKind> RELATED_KINDS =
      Set.of(ScalewayConstants.CLUSTER, ScalewayConstants.CONTROL_PLANE);

  private ScalewayScopeResolver() {}

  /** Asks for the ID of a cluster by its name. */
  public record ClusterByName(String project, String name) implements ParentQuery {
    @Override
    public String description() {
      return "Kapsule cluster %s of project %s".formatted(name, project);
    }
  }

  /**
   * The key and the region.
   *
   * @throws PrerequisiteException while the ScalewayManagedCluster is missing
   */
  public static CloudScope scope(PoolInputs in) throws PrerequisiteException {
    var spec = spec(in);
    // The cluster's own namespace, always: no pool may use the key of another.
    var secret = new ObjectKey(in.pool().namespace(), spec.scalewaySecretName());
    return CloudScope.ofSecret("scaleway", secret, spec.region());
  }

  /**
   * The cluster to look for.
   *
   * @throws PrerequisiteException while an object is missing that names it, or does not name it yet
   */
  public static ClusterByName clusterQuery(PoolInputs in) throws PrerequisiteException {
    ApiObject controlPlane = in.controlPlane(ScalewayConstants.CONTROL_PLANE);
    String name = controlPlane.as(ScalewayManagedControlPlane.class).spec().clusterName();
    if (name == null || name.isEmpty()) {
      throw PrerequisiteException.waiting(
          "WaitingForCluster", controlPlane + " has no spec.clusterName yet");
    }
    return new ClusterByName(spec(in).projectID(), name);
  }

  private static ScalewayManagedCluster.Spec spec(PoolInputs in) throws PrerequisiteException {
    return in.infrastructureCluster(ScalewayConstants.CLUSTER)
        .as(ScalewayManagedCluster.class)
        .spec();
  }
}
