package io.weir.engine.drain;

import io.weir.api.admission.LabelSelectorSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** What Cluster API refuses in a MachineDrainRule. */
public final class MachineDrainRuleRules {

  private MachineDrainRuleRules() {}

  /** Who is left alone has no turn, and who is waited for is so from the beginning. */
  public static Stream<Violation> orderIsOfEvictions(ObjectField rule) {
    ObjectField behavior = rule.at("spec", "drain", "behavior");
    ObjectField order = rule.at("spec", "drain", "order");
    return order.isSet() && (behavior.hasText("Skip") || behavior.hasText("WaitCompleted"))
        ? Stream.of(
            order.forbidden(
                "%s knows no order: leave it out, or set the behavior to Drain"
                    .formatted(behavior.text())))
        : Stream.empty();
  }

  /** All that select Machines, Clusters, Pods and Namespaces. */
  public static Stream<Violation> selectorsAreValid(ObjectField rule) {
    return Stream.concat(
            rule.at("spec", "machines")
                .items()
                .flatMap(entry -> Stream.of(entry.at("selector"), entry.at("clusterSelector"))),
            rule.at("spec", "pods")
                .items()
                .flatMap(entry -> Stream.of(entry.at("selector"), entry.at("namespaceSelector"))))
        .flatMap(LabelSelectorSyntax::check);
  }
}
