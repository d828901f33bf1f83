package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.ConditionLists;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.objects.RevertedWrites;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolTraits.Sizing;
import io.weir.provider.ProviderReport;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes what a provider reports, and only what differs from what stands there. */
final class ReportWriter {

  private final PoolProvider<?, ?> provider;
  private final KubeClient kube;
  private final Clock clock;

  ReportWriter(PoolProvider<?, ?> provider, KubeClient kube, Clock clock) {
    this.provider = provider;
    this.kube = kube;
    this.clock = clock;
  }

  /**
   * Spec first: whoever is woken by the status finds the members there. What does not last keeps
   * nothing else from being written.
   *
   * @throws KubeException.Reverted when all else is written
   */
  void write(ApiObject pool, Optional<ApiObject> machinePool, ProviderReport providerReport) {
    var writes = new RevertedWrites();
    Sizing sizing = provider.traits(pool).sizing();
    machinePool.ifPresent(
        owner ->
            writes.attempt(owner, () -> writeReplicas(owner, providerReport.replicas(), sizing)));
    ApiObject withSpec = writes.attempt(pool, () -> writeFields(pool, providerReport));
    ApiObject _ = writes.attempt(withSpec, () -> writeStatus(withSpec, providerReport));
    writes.throwIfAny();
  }

  private ApiObject writeFields(ApiObject pool, ProviderReport providerReport) {
    return kube.edit(
        pool,
        tree -> {
          ReportedFields.put(tree.withObject("/spec"), providerReport.spec());
          annotate(tree, providerReport.annotations());
        });
  }

  private ApiObject writeStatus(ApiObject pool, ProviderReport providerReport) {
    return kube.editStatus(
        pool,
        status -> {
          ReportedFields.put(status, providerReport.status());
          status.set(
              "conditions",
              conditions(status.path("conditions"), providerReport, pool.generation()));
        });
  }

  private ArrayNode conditions(JsonNode all, ProviderReport providerReport, long generation) {
    JsonNode before = ConditionLists.withoutTypes(all, providerReport.inapplicable());
    return switch (provider.kind().conditionStyle()) {
      case WITH_SEVERITY ->
          ConditionLists.withV1Beta1(before, providerReport.conditions(), clock.instant());
      case WITH_REASON ->
          ConditionLists.withConditions(
              before, providerReport.conditions(), generation, clock.instant());
    };
  }

  /**
   * The size that somebody else decides, and in the same write who that is: without the mark the
   * size that stands there would be taken for the wanted one.
   */
  private ApiObject writeReplicas(ApiObject machinePool, OptionalInt replicas, Sizing sizing) {
    if (machinePool.isDeleting()) {
      return machinePool;
    }
    return kube.edit(
        machinePool,
        tree -> {
          replicas.ifPresent(size -> tree.withObject("/spec").put("replicas", size));
          switch (sizing) {
            case Sizing.ByCloud(String managedBy) when replicas.isPresent() ->
                markSizedByCloud(tree, managedBy);
            case Sizing.ByCloud _ -> {}
            case Sizing.ByMachinePool _ -> unmarkSizedByCloud(tree);
          }
        });
  }

  /** What people have set there stays; what Weir sets is noted, so that only that is removed. */
  private static void markSizedByCloud(ObjectNode machinePool, String managedBy) {
    if (new ApiObject(machinePool).annotation(MetadataKeys.REPLICAS_MANAGED_BY).isEmpty()) {
      MetadataEdits.setAnnotation(machinePool, MetadataKeys.REPLICAS_MANAGED_BY, managedBy);
      MetadataEdits.setAnnotation(machinePool, MetadataKeys.REPLICAS_MARK, managedBy);
    }
  }

  /** Takes away what Weir has set. */
  private static void unmarkSizedByCloud(ObjectNode machinePool) {
    var now = new ApiObject(machinePool);
    Optional<String> by = now.annotation(MetadataKeys.REPLICAS_MANAGED_BY);
    boolean ours = by.isPresent() && by.equals(now.annotation(MetadataKeys.REPLICAS_MARK));
    if (ours) {
      MetadataEdits.removeAnnotation(machinePool, MetadataKeys.REPLICAS_MANAGED_BY);
    }
    MetadataEdits.removeAnnotation(machinePool, MetadataKeys.REPLICAS_MARK);
  }

  private static void annotate(ObjectNode tree, Map<String, Optional<String>> annotations) {
    annotations.forEach(
        (key, value) ->
            value.ifPresentOrElse(
                text -> MetadataEdits.setAnnotation(tree, key, text),
                () -> MetadataEdits.removeAnnotation(tree, key)));
  }
}
