package io.weir.provider.oci.account;

import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.oci.api.OciCluster;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.api.OciManagedControlPlane;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which compartment, region and OKE cluster a pool is in, and whose credentials are used.
 *
 * @param settings what the manager was told
 */
public record OciScopeResolver(OciSettings settings) {
  private static final Pattern OCID = Pattern.compile("ocid1\\.[a-z0-9]+(\\.[A-Za-z0-9_-]*){2,8}");

  /** The kinds that tell of OKE clusters and of who may use which credentials. */
  public static final Set<GroupKind> OKE_KINDS =
      Set.of(
          OciKinds.MANAGED_CLUSTER,
          OciKinds.MANAGED_CONTROL_PLANE,
          OciKinds.CLUSTER_IDENTITY,
          ClusterIdentities.NAMESPACE);

  /** Those of them beside the control plane. */
  public static final Set<GroupKind> KINDS_BESIDE_CONTROL_PLANE =
      Set.of(OciKinds.MANAGED_CLUSTER, OciKinds.CLUSTER_IDENTITY, ClusterIdentities.NAMESPACE);

  /** The kinds that tell of all clusters and of who may use which credentials. */
  public static final Set<GroupKind> CLUSTER_KINDS =
      Set.of(
          OciKinds.CLUSTER,
          OciKinds.MANAGED_CLUSTER,
          OciKinds.CLUSTER_IDENTITY,
          ClusterIdentities.NAMESPACE);

  /** How scopes name a cluster in which kubelets have bare OCIDs as provider IDs. */
  private static final String OKE_CLUSTER = "oke/";

  private static final String OTHER_CLUSTER = "cluster/";
  private static final Pattern RESOURCE = Pattern.compile("(oke|cluster)/[A-Za-z0-9._-]{1,253}");

  /** Whether a text has the form of an OCID. */
  public static boolean isOcid(String text) {
    return text.length() <= 255 && OCID.matcher(text).matches();
  }

  /** Whether a node pool can be in the scope. */
  public static boolean isInOke(CloudScope cloudScope) {
    return cloudScope.cloud().equals(OciKinds.CLOUD)
        && ClusterIdentities.isPossible(cloudScope.identity())
        && isOcid(cloudScope.account())
        && isOcid(cloudScope.parentId());
  }

  /**
   * The scope of a node pool.
   *
   * @throws PrerequisiteException if an object is missing, or does not say yet what it must
   */
  public CloudScope inOke(PoolInputs in) throws PrerequisiteException {
    ApiObject managedCluster = in.infrastructureCluster(OciKinds.MANAGED_CLUSTER);
    return inOke(managedCluster, in.controlPlane(OciKinds.MANAGED_CONTROL_PLANE));
  }

  /**
   * The scope of an OKE cluster.
   *
   * @throws PrerequisiteException if an object does not say yet what it must
   */
  public CloudScope inOke(ApiObject managedCluster, ApiObject controlPlane)
      throws PrerequisiteException {
    return scope(managedCluster, "hostUrl", List.of(OciService.CONTAINER_ENGINE))
        .withParent(okeCluster(controlPlane));
  }

  /** Whether an instance pool can be in the scope. */
  public static boolean isOfCluster(CloudScope cloudScope) {
    return cloudScope.cloud().equals(OciKinds.CLOUD)
        && ClusterIdentities.isPossible(cloudScope.identity())
        && isOcid(cloudScope.account())
        && RESOURCE.matcher(cloudScope.parentId()).matches();
  }

  /**
   * The scope of an instance pool: what carries the tag of one cluster.
   *
   * @throws PrerequisiteException if an object is missing, or does not say yet what it must
   */
  public CloudScope ofCluster(PoolInputs in) throws PrerequisiteException {
    ApiObject object = in.infrastructureCluster(OciKinds.CLUSTER, OciKinds.MANAGED_CLUSTER);
    boolean oke = object.groupKind().equals(OciKinds.MANAGED_CLUSTER);
    String resource =
        Objects.requireNonNullElse(object.as(OciCluster.class).spec().ociResourceIdentifier(), "");
    if (resource.isEmpty()) {
      throw PrerequisiteException.waiting(
          "WaitingForCluster", object + " has no spec.ociResourceIdentifier yet");
    }
    String parent = (oke ? OKE_CLUSTER : OTHER_CLUSTER) + resource;
    if (!RESOURCE.matcher(parent).matches()) {
      throw invalid(
          object,
          "spec.ociResourceIdentifier %s has other characters than letters, digits, dots, dashes and underscores; correct it"
              .formatted(Excerpt.of(resource)));
    }
    return scope(object, oke ? "hostUrl" : "clientOverrides", List.of(OciService.CORE))
        .withParent(parent);
  }

  /** The value of the tag of the cluster that a scope is of. */
  public static String resourceOf(CloudScope cloudScope) {
    return cloudScope.parentId().substring(cloudScope.parentId().indexOf('/') + 1);
  }

  /** With what provider IDs of instances begin, before their OCIDs. */
  public static String providerIdPrefix(CloudScope cloudScope) {
    return cloudScope.parentId().startsWith(OKE_CLUSTER) ? "" : "oci://";
  }

  /**
   * OCID of the OKE cluster.
   *
   * @throws PrerequisiteException if its object is missing, or does not name it yet
   */
  public static String okeCluster(PoolInputs in) throws PrerequisiteException {
    return okeCluster(in.controlPlane(OciKinds.MANAGED_CONTROL_PLANE));
  }

  private static String okeCluster(ApiObject object) throws PrerequisiteException {
    var controlPlane = object.as(OciManagedControlPlane.class);
    String id = Objects.requireNonNullElse(controlPlane.spec().id(), "");
    if (id.isEmpty()) {
      throw PrerequisiteException.waiting(
          "WaitingForCluster", object + " has no spec.id yet, so its OKE cluster is not known");
    }
    if (!isOcid(id)) {
      throw invalid(object, "spec.id %s is not an OCID; correct it".formatted(Excerpt.of(id)));
    }
    return id;
  }

  private CloudScope scope(ApiObject object, String overrides, List<OciService> services)
      throws PrerequisiteException {
    OciCluster.Spec spec = object.as(OciCluster.class).spec();
    String compartment = Objects.requireNonNullElse(spec.compartmentId(), "");
    if (!isOcid(compartment)) {
      throw invalid(
          object,
          "spec.compartmentId %s is not the OCID of a compartment; correct it"
              .formatted(Excerpt.of(compartment)));
    }
    for (OciService service : services) {
      checkAddress(object, overrides, service);
    }
    return new CloudScope(
        OciKinds.CLOUD, ClusterIdentities.named(object), compartment, region(object, spec), "");
  }

  private String region(ApiObject object, OciCluster.Spec spec) throws PrerequisiteException {
    String own = Objects.requireNonNullElse(spec.region(), "");
    String region = own.isEmpty() ? settings.region().orElse("") : own;
    if (!region.matches("[a-z]{2,}-[a-z0-9-]{2,40}[a-z0-9]")) {
      throw invalid(
          object,
          region.isEmpty()
              ? "has no spec.region; set it, such as us-ashburn-1"
              : "spec.region %s is not a region, such as us-ashburn-1; correct it"
                  .formatted(Excerpt.of(region)));
    }
    return region;
  }

  /** Whoever writes clusters must not choose where the manager sends what it signs. */
  private void checkAddress(ApiObject object, String overrides, OciService service)
      throws PrerequisiteException {
    String address = object.at("/spec/%s/%s".formatted(overrides, service.override())).asText("");
    if (!address.isEmpty() && settings.endpoint(service).filter(address::equals).isEmpty()) {
      throw invalid(
          object,
          "spec.%s.%s names an address that the manager may not call: remove it, or start the manager with %s=%s"
              .formatted(
                  overrides, service.override(), OciSettings.option(service), Excerpt.of(address)));
    }
  }

  private static PrerequisiteException invalid(ApiObject object, String what) {
    return PrerequisiteException.invalid(object + " " + what);
  }
}
