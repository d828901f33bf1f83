package io.weir.provider.azure.account;

import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.api.AzureManagedControlPlane;
import io.weir.provider.azure.api.AzureReasons;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which subscription, location, resource group and identity a pool's scale set belongs to. */
public final class AzureScopeResolver {

  private AzureScopeResolver() {}

  /** Whether a pool can be in the scope. */
  public static boolean isPossible(CloudScope cloudScope) {
    return AzureScope.of(cloudScope).isPresent()
        && cloudScope.identity() instanceof CloudIdentity.OfObject named
        && ClusterIdentities.isOne(named);
  }

  /** The kinds that a pool's scope and identity are read from beside it and its Cluster. */
  public static Set<GroupKind> relatedKinds() {
    return Set.of(
        AzureKinds.CLUSTER,
        AzureKinds.MANAGED_CONTROL_PLANE,
        AzureKinds.CLUSTER_IDENTITY,
        ClusterIdentities.NAMESPACE);
  }

  /** The kinds that the scope of a cluster of AKS is read from beside its control plane. */
  public static Set<GroupKind> relatedKindsOfAks() {
    return Set.of(AzureKinds.CLUSTER_IDENTITY, ClusterIdentities.NAMESPACE);
  }

  /**
   * The scope of a pool. The resource group is the cluster's, or that of AKS's nodes; the location
   * is the pool's own if it names one.
   *
   * @throws PrerequisiteException if the cluster's Azure side is missing, or one of its fields is
   *     missing or cannot be what it says
   */
  public static CloudScope resolve(PoolInputs in) throws PrerequisiteException {
    var objects = AzureClusterObjects.of(in);
    ApiObject infrastructure = objects.infrastructure();
    AzureCluster.Spec spec = objects.azureCluster().spec();
    String group = Objects.requireNonNullElse(spec.resourceGroup(), "");
    String own =
        Objects.requireNonNullElse(in.pool().as(AzureMachinePool.class).spec().location(), "");
    return new AzureScope(
            environment(infrastructure, spec),
            subscription(infrastructure, spec),
            own.isEmpty() ? location(infrastructure, spec.location()) : location(in.pool(), own),
            group(
                infrastructure,
                objects.isOfAks() ? "nodeResourceGroupName" : "resourceGroup",
                group.isEmpty() ? infrastructure.name() : group))
        .toCloudScope(ClusterIdentities.named(infrastructure, spec.identityRef()));
  }

  /**
   * The scope of a cluster of AKS, whose name is that of its control plane object.
   *
   * @throws PrerequisiteException if one of its fields is missing or cannot be what it says
   */
  public static CloudScope ofAks(ApiObject controlPlane) throws PrerequisiteException {
    var aks = controlPlane.as(AzureManagedControlPlane.class);
    AzureCluster.Spec spec = aks.asAzureCluster(controlPlane.name()).spec();
    CloudScope group =
        new AzureScope(
                environment(controlPlane, spec),
                subscription(controlPlane, spec),
                location(controlPlane, spec.location()),
                group(controlPlane, "resourceGroupName", aks.spec().resourceGroupName()))
            .toCloudScope(ClusterIdentities.named(controlPlane, spec.identityRef()));
    return AksScope.in(
            group, ResourcePath.name(controlPlane + " metadata.name", controlPlane.name()))
        .toCloudScope();
  }

  private static String subscription(ApiObject infrastructure, AzureCluster.Spec spec)
      throws PrerequisiteException {
    String subscription =
        Objects.requireNonNullElse(spec.subscriptionID(), "").toLowerCase(Locale.ROOT);
    if (subscription.isEmpty()) {
      throw invalid(infrastructure, "has no spec.subscriptionID; set it");
    }
    if (!AzureScope.isSubscription(subscription)) {
      throw invalid(
          infrastructure,
          "spec.subscriptionID %s is not the id of a subscription; correct it"
              .formatted(Excerpt.of(subscription)));
    }
    return subscription;
  }

  private static String group(ApiObject infrastructure, String field, String group)
      throws PrerequisiteException {
    if (!AzureScope.isResourceGroup(group)) {
      throw invalid(
          infrastructure,
          "spec.%s %s is not the name of a resource group; correct it"
              .formatted(field, Excerpt.of(group)));
    }
    return group;
  }

  private static AzureEnvironment environment(ApiObject cluster, AzureCluster.Spec spec)
      throws PrerequisiteException {
    String word = Objects.requireNonNullElse(spec.azureEnvironment(), "");
    return word.isEmpty()
        ? AzureEnvironment.PUBLIC
        : AzureEnvironment.of(word)
            .orElseThrow(
                () ->
                    invalid(
                        cluster,
                        "spec.azureEnvironment %s is not supported; AzurePublicCloud, AzureUSGovernmentCloud and AzureChinaCloud are"
                            .formatted(Excerpt.of(word))));
  }

  private static String location(ApiObject named, @Nullable String written)
      throws PrerequisiteException {
    String location = AzureScope.locationName(Objects.requireNonNullElse(written, ""));
    if (location.isEmpty()) {
      throw invalid(named, "has no spec.location; set it");
    }
    if (!AzureScope.isLocation(location)) {
      throw invalid(
          named,
          "spec.location %s is not a location of Azure, such as westeurope; correct it"
              .formatted(Excerpt.of(location)));
    }
    return location;
  }

  private static PrerequisiteException invalid(ApiObject object, String what) {
    return PrerequisiteException.needsUserAction(AzureReasons.INVALID, object + " " + what);
  }
}
