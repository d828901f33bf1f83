package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.conditions.Conditions;
import io.weir.kernel.kube.KubeClient;
import io.weir.provider.PoolProvider;
import io.weir.provider.Report;
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

  /** Spec first: whoever is woken by the status finds the members there. */
  void write(ApiObject pool, Optional<ApiObject> machinePool, Report report) {
    boolean autoscaled = provider.traits(pool).autoscaled();
    machinePool.ifPresent(owner -> resize(owner, report.replicas(), autoscaled));
    ApiObject withSpec =
        kube.edit(
            pool,
            tree -> {
              set(tree.withObject("/spec"), report.spec());
              annotate(tree, report.annotations());
            });
    ApiObject _ =
        kube.editStatus(
            withSpec,
            status -> {
              set(status, report.status());
              status.set(
                  "conditions",
                  conditions(status.path("conditions"), report, withSpec.generation()));
            });
  }

  private ArrayNode conditions(JsonNode before, Report report, long generation) {
    return switch (provider.kind().conditions()) {
      case WITH_SEVERITY -> Conditions.withV1Beta1(before, report.conditions(), clock.instant());
      case WITH_REASON -> Conditions.with(before, report.conditions(), generation, clock.instant());
    };
  }

  /**
   * The size that somebody else decides, and in the same write who that is: without the mark the
   * size that stands there would be taken for the wanted one.
   */
  private void resize(ApiObject machinePool, OptionalInt replicas, boolean autoscaled) {
    if (replicas.isEmpty() || machinePool.deleting()) {
      return;
    }
    Optional<String> by = machinePool.annotation(Keys.REPLICAS_MANAGED_BY);
    ApiObject _ =
        kube.edit(
            machinePool,
            tree -> {
              tree.withObject("/spec").put("replicas", replicas.getAsInt());
              if (autoscaled && by.isEmpty()) {
                Metadata.annotate(tree, Keys.REPLICAS_MANAGED_BY, Keys.CLOUD_AUTOSCALER);
              }
              if (!autoscaled && by.filter(Keys.CLOUD_AUTOSCALER::equals).isPresent()) {
                tree.withObject("/metadata/annotations").remove(Keys.REPLICAS_MANAGED_BY);
              }
            });
  }

  private static void annotate(ObjectNode tree, Map<String, Optional<String>> annotations) {
    annotations.forEach(
        (key, value) -> {
          if (value.isPresent()) {
            Metadata.annotate(tree, key, value.get());
          } else if (tree.at("/metadata/annotations") instanceof ObjectNode there) {
            there.remove(key);
          }
        });
  }

  private static void set(ObjectNode target, ObjectNode fields) {
    fields
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                target.remove(field.getKey());
              } else {
                target.set(field.getKey(), field.getValue());
              }
            });
  }
}
