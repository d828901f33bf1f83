package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.conditions.ConditionStatus;
import io.weir.api.conditions.Conditions;
import io.weir.api.conditions.LegacyCondition;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.provider.Report;
import java.time.Clock;

/** Writes what a provider reports, and only what differs from what stands there. */
final class ReportWriter {

  private final KubeClient kube;
  private final Clock clock;

  ReportWriter(KubeClient kube, Clock clock) {
    this.kube = kube;
    this.clock = clock;
  }

  /** Spec first: whoever is woken by the status finds the members there. */
  ApiObject write(ApiObject pool, Report report) {
    ApiObject withSpec = kube.edit(pool, tree -> set(tree.withObject("/spec"), report.spec()));
    return kube.editStatus(
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
