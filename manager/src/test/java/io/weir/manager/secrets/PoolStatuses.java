package io.weir.manager.secrets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.core.MachinePool;
import io.weir.api.harness.TestObjects;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.engine.pool.MachinePoolStatusFields;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import io.weir.engine.pool.PoolSnapshotFactory;
import io.weir.engine.pool.PoolStatusDecider;
import io.weir.engine.pool.ResolvedReference;
import io.weir.provider.CallGate;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * What the status of an infrastructure pool of each cloud, and that of its MachinePool, say of a
 * failure.
 */
final class PoolStatuses implements AutoCloseable {

  private static final String NAMESPACE = "ns";
  private static final String CLUSTER = "c";

  private final Instant now;
  private final List<PoolProviderFactory> clouds =
      ServiceLoader.load(PoolProviderFactory.class).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
  private final List<PoolProvider<?, ?>> providers;
  private final ApiObject machinePool;

  PoolStatuses(CallGate gate, Instant now) {
    this.now = now;
    var context = new ProviderContext(Map.of(), gate, Clock.fixed(now, ZoneOffset.UTC));
    this.providers =
        clouds.stream().flatMap(cloud -> cloud.createProviders(context).stream()).toList();
    ObjectNode tree = TestObjects.pool(NAMESPACE, CLUSTER, "w");
    tree.withObject("/metadata").put("uid", "uid-of-w");
    this.machinePool = new ApiObject(tree);
  }

  /**
   * The statuses after a call failed.
   *
   * @param config the pool's, which may say itself that something is wrong
   * @param connection why the workload cluster is not reached
   */
  List<ObjectNode> after(ProviderException failure, ApiObject config, String connection) {
    return providers.stream()
        .flatMap(
            provider -> {
              ApiObject pool = reported(provider, failure);
              return List.of((ObjectNode) pool.at("/status"), machinePool(pool, config, connection))
                  .stream();
            })
        .toList();
  }

  private <D extends DesiredState, O extends ObservedState> ApiObject reported(
      PoolProvider<D, O> provider, ProviderException failure) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", provider.kind().groupKind().group() + "/v1beta2");
    tree.put("kind", provider.kind().groupKind().kind());
    tree.withObject("/metadata").put("namespace", NAMESPACE).put("name", "w").put("uid", "u");
    MetadataEdits.setController(tree, machinePool);
    tree.putObject("spec");
    var pool = new ApiObject(tree);
    var claim = OwnershipClaim.byMarks(PoolMarks.of("m", pool), NAMESPACE);
    ProviderReport report =
        provider.report(
            pool,
            new ReportContext<>(
                new PoolIdentity(pool.key(), "u", CLUSTER, "w", claim),
                Optional.empty(),
                new Observation.Unknown<>(String.valueOf(failure.getMessage())),
                Optional.of(new CallFailure("observe pools", failure)),
                false));
    ObjectNode status = tree.putObject("status");
    status.setAll(report.status());
    status.set(
        "conditions",
        switch (provider.kind().conditionStyle()) {
          case WITH_SEVERITY ->
              ConditionLists.withV1Beta1(status.path("conditions"), report.conditions(), now);
          case WITH_REASON ->
              ConditionLists.withConditions(status.path("conditions"), report.conditions(), 1, now);
        });
    return new ApiObject(tree);
  }

  private ObjectNode machinePool(ApiObject pool, ApiObject config, String connection) {
    var objects =
        new MachinePoolObjects(
            machinePool,
            machinePool.as(MachinePool.class),
            Optional.empty(),
            new ResolvedReference.Found(config),
            new ResolvedReference.Found(pool));
    var snapshot =
        PoolSnapshotFactory.create(
            machinePool,
            objects.bootstrapState(),
            objects.infrastructureState(),
            new WorkloadState.Unreachable(connection),
            "",
            now);
    ObjectNode status = Json.MAPPER.createObjectNode();
    MachinePoolStatusFields.set(status, machinePool, PoolStatusDecider.decide(snapshot), now);
    return status;
  }

  @Override
  public void close() {
    clouds.forEach(PoolProviderFactory::close);
  }
}
