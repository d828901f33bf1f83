package io.weir.provider.scaleway.desired;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ParentQuery;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.scaleway.api.ScalewayConstants;
import io.weir.provider.scaleway.api.ScalewayManagedCluster;
import io.weir.provider.scaleway.api.ScalewayManagedControlPlane;
import java.util.Set;
import java.util.regex.Pattern;

/** Where a pool is: whose key, which region, which cluster. */
public final class ScalewayScopeResolver {

  /** Kinds that tell it. */
  public static final Set<GroupKind> RELATED_KINDS =
      Set.of(ScalewayConstants.CLUSTER, ScalewayConstants.CONTROL_PLANE);

  private static final Pattern REGION = Pattern.compile("[a-z]{2}-[a-z]{3}");
  private static final Pattern CLUSTER_ID = Pattern.compile("[0-9a-f-]{36}");

  private ScalewayScopeResolver() {}

  /** Whether a pool can be in the scope: the key decides the account, and a cluster contains it. */
  public static boolean isPossible(CloudScope cloudScope) {
    return cloudScope.cloud().equals(ScalewayConstants.CLOUD)
        && cloudScope.identity() instanceof CloudIdentity.OfSecret
        && cloudScope.account().isEmpty()
        && REGION.matcher(cloudScope.region()).matches()
        && CLUSTER_ID.matcher(cloudScope.parentId()).matches();
  }

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
    return CloudScope.ofSecret(ScalewayConstants.CLOUD, secret, spec.region());
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
