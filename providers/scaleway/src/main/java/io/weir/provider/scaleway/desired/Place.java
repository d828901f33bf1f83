package io.weir.provider.scaleway.desired;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.Inputs;
import io.weir.provider.Scope;
import io.weir.provider.Unready;
import io.weir.provider.Whereabouts;
import io.weir.provider.scaleway.api.ScalewayKeys;
import io.weir.provider.scaleway.api.ScalewayManagedCluster;
import io.weir.provider.scaleway.api.ScalewayManagedControlPlane;
import java.util.Set;

/** Where a pool is: whose key, which region, which cluster. */
public final class Place {

  /** Kinds that tell it. */
  public static final Set<GroupKind> READS =
      Set.of(ScalewayKeys.CLUSTER, ScalewayKeys.CONTROL_PLANE);

  private Place() {}

  /** Asks for the ID of a cluster by its name. */
  public record ClusterNamed(String project, String name) implements Whereabouts {
    @Override
    public String what() {
      return "Kapsule cluster %s of project %s".formatted(name, project);
    }
  }

  /**
   * The key and the region.
   *
   * @throws Unready while the ScalewayManagedCluster is missing
   */
  public static Scope scope(Inputs in) throws Unready {
    var spec = spec(in);
    // The cluster's own namespace, always: no pool may use the key of another.
    var secret = new ObjectKey(in.pool().namespace(), spec.scalewaySecretName());
    return Scope.ofSecret("scaleway", secret, spec.region());
  }

  /**
   * The cluster to look for.
   *
   * @throws Unready while an object is missing that names it, or does not name it yet
   */
  public static ClusterNamed cluster(Inputs in) throws Unready {
    ApiObject plane = in.controlPlane(ScalewayKeys.CONTROL_PLANE);
    String name = plane.as(ScalewayManagedControlPlane.class).spec().clusterName();
    if (name == null || name.isEmpty()) {
      throw Unready.waiting("WaitingForCluster", plane + " has no spec.clusterName yet");
    }
    return new ClusterNamed(spec(in).projectID(), name);
  }

  private static ScalewayManagedCluster.Spec spec(Inputs in) throws Unready {
    return in.infrastructureCluster(ScalewayKeys.CLUSTER).as(ScalewayManagedCluster.class).spec();
  }
}
