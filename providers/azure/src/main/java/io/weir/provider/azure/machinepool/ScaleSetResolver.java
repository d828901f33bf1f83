package io.weir.provider.azure.machinepool;

import io.weir.api.ApiObject;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.account.AzureClusterObjects;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.azure.account.AzureScopeResolver;
import io.weir.provider.azure.api.AzureReasons;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import java.util.Optional;

/** From a pool's objects to what its scale set should be. */
public final class ScaleSetResolver {

  private ScaleSetResolver() {}

  /**
   * The desired set, or the questions to ask first, or what is in the way.
   *
   * @param settings what holds for all pools
   */
  public static ResolveResult<DesiredScaleSet> resolve(
      PoolInputs in, QueryResults known, AzurePoolSettings settings) {
    try {
      var queries = new QueryCollector(known);
      Optional<DesiredScaleSet> desired = factory(in, settings).resolve(queries);
      return desired.isPresent()
          ? new ResolveResult.Resolved<>(desired.get())
          : new ResolveResult.NeedsQueries<>(queries.missing());
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private static DesiredScaleSetFactory factory(PoolInputs in, AzurePoolSettings settings)
      throws PrerequisiteException {
    var objects = AzureClusterObjects.of(in);
    ApiObject cluster = objects.cluster();
    if (!objects.isProvisioned()) {
      throw PrerequisiteException.waiting(
          AzureReasons.WAITING_FOR_CLUSTER,
          "Cluster %s is not provisioned yet".formatted(cluster.key()));
    }
    objects.requireNetwork();
    return new DesiredScaleSetFactory(
        in.pool(),
        in.machinePool(),
        cluster.name(),
        objects.azureCluster().spec(),
        AzureScope.of(AzureScopeResolver.resolve(in)).orElseThrow(),
        RequiredBootstrapData.of(in),
        in.marks(),
        in.replicas(),
        in.hasExternallyManagedReplicas(),
        settings);
  }
}
