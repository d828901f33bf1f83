package io.weir.provider.gcp.account;

import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.provider.ApiAddresses;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.gcp.api.GcpCluster;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which project, region and identity a pool's group belongs to.
 *
 * @param addresses where Compute Engine may be called
 */
public record GcpScopeResolver(ApiAddresses addresses) {

  /** Kinds that tell it. */
  public static final Set<GroupKind> RELATED_KINDS = Set.of(GcpConstants.CLUSTER);

  /** Whether a pool can be in the scope. */
  public static boolean isPossible(CloudScope scope) {
    boolean known =
        scope.identity() instanceof CloudIdentity.Ambient
            || scope.identity() instanceof CloudIdentity.OfSecret;
    return known && GcpScope.of(scope).isPresent();
  }

  /**
   * The scope of a pool.
   *
   * @throws PrerequisiteException if the GCPCluster is missing, or one of its fields cannot be what
   *     it says
   */
  public CloudScope resolve(PoolInputs in) throws PrerequisiteException {
    ApiObject infrastructure = in.infrastructureCluster(GcpConstants.CLUSTER);
    String cluster = in.cluster().map(ApiObject::name).orElse("");
    if (in.pool().label(MetadataKeys.CLUSTER_NAME).filter(cluster::equals).isEmpty()) {
      throw PrerequisiteException.waiting(
          "WaitingForCluster",
          "%s has no label %s=%s yet, after which its group is named"
              .formatted(in.pool(), MetadataKeys.CLUSTER_NAME, cluster));
    }
    GcpCluster.Spec spec = infrastructure.as(GcpCluster.class).spec();
    if (!GcpScope.isProject(spec.project())) {
      throw invalid(infrastructure, "spec.project", spec.project(), "the ID of a project");
    }
    if (!GcpScope.isRegion(spec.region())) {
      throw invalid(infrastructure, "spec.region", spec.region(), "a region such as europe-west1");
    }
    String endpoint =
        endpoint(addresses, infrastructure, "compute", spec.serviceEndpoints().compute());
    return new GcpScope(spec.project(), spec.region(), endpoint)
        .toCloudScope(identity(infrastructure, spec.credentialsRef()));
  }

  static CloudIdentity identity(
      ApiObject infrastructure, GcpCluster.@Nullable CredentialsRef reference)
      throws PrerequisiteException {
    if (reference == null) {
      return new CloudIdentity.Ambient();
    }
    try {
      return new CloudIdentity.OfSecret(new ObjectKey(reference.namespace(), reference.name()));
    } catch (IllegalArgumentException _) {
      throw invalid(
          infrastructure,
          "spec.credentialsRef",
          reference.namespace() + "/" + reference.name(),
          "namespace and name of a Secret");
    }
  }

  /** Tokens are sent there, so that tenants only choose among those that are admitted. */
  static String endpoint(
      ApiAddresses addresses, ApiObject infrastructure, String service, String address)
      throws PrerequisiteException {
    String named = address.replaceFirst("/((compute/)?v1/?)?$", "");
    if (named.isEmpty() || named.equals(addresses.standard())) {
      return "";
    }
    return addresses
        .admit(named)
        .orElseThrow(
            () ->
                PrerequisiteException.invalid(
                    "%s spec.serviceEndpoints.%s %s is an address that the manager may not call: remove it, or allow it with the manager's option %s=https://host"
                        .formatted(
                            infrastructure, service, Excerpt.of(named), addresses.option())));
  }

  static PrerequisiteException invalid(ApiObject object, String field, String value, String what) {
    return PrerequisiteException.invalid(
        "%s %s %s is not %s; correct it".formatted(object, field, Excerpt.of(value), what));
  }
}
