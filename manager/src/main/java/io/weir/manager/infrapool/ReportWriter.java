package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.conditions.ConditionStatus;
import io.weir.api.conditions.Conditions;
import io.weir.api.conditions.LegacyCondition;
import io.weir.manager.objects.Metadata;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.provider.Report;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes what a provider reports, and only what differs from what stands there. */
final class ReportWriter {

  private final KubeClient kube;
  private final Clock clock;

  ReportWriter(KubeClient kube, Clock clock) {
    this.kube = kube;
    this.clock = clock;
  }

  /** Spec first: whoever is woken by the status finds the members there. */
  void write(ApiObject pool, Optional<ApiObject> machinePool, Report report) {
    machinePool.ifPresent(owner -> resize(owner, report.replicas()));
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
                  Conditions.withLegacy(
                      status.path("conditions"),
                      report.conditions().stream().map(ReportWriter::wire).toList(),
                      clock.instant()));
            });
  }

  private void resize(ApiObject machinePool, OptionalInt replicas) {
    if (replicas.isPresent() && !machinePool.deleting()) {
      ApiObject _ =
          kube.edit(
              machinePool, tree -> tree.withObject("/spec").put("replicas", replicas.getAsInt()));
    }
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

  private static LegacyCondition wire(Report.Condition condition) {
    return new LegacyCondition(
        condition.type(),
        ConditionStatus.of(condition.status()),
        condition.severity(),
        condition.reason(),
        condition.message());
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
