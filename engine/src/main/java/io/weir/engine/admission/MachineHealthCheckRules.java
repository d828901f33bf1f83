package io.weir.engine.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.LabelSelectorSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Cluster API refuses in a MachineHealthCheck, and a range that no number is in. */
final class MachineHealthCheckRules {

  private static final int SHORTEST_STARTUP_SECONDS = 30;
  private static final Pattern RANGE = Pattern.compile("\\[([0-9]+)-([0-9]+)]");

  private MachineHealthCheckRules() {}

  /** One that asks for nothing would be of all Machines of the namespace. */
  static Stream<Violation> selectorIsValid(ObjectField check) {
    ObjectField selector = check.at("spec", "selector");
    return selector.at("matchLabels").isNonEmpty() || selector.at("matchExpressions").isNonEmpty()
        ? LabelSelectorSyntax.check(selector)
        : Stream.of(
            selector.required(
                "set matchLabels, for example %s: the name of the MachinePool whose Machines are meant"
                    .formatted(MetadataKeys.POOL_NAME)));
  }

  static Stream<Violation> selectorIsOfTheCluster(ObjectField check) {
    ObjectField cluster = check.at("spec", "clusterName");
    ObjectField selected =
        check.at("spec", "selector", "matchLabels").entry(MetadataKeys.CLUSTER_NAME);
    return !selected.isSet() || selected.hasText(cluster.text())
        ? Stream.empty()
        : Stream.of(
            selected.invalid(
                "must be \"%s\", the same as %s: leave it out"
                    .formatted(cluster.text(), cluster.path())));
  }

  static Stream<Violation> startupTakesItsTime(ObjectField check) {
    ObjectField timeout = check.at("spec", "checks", "nodeStartupTimeoutSeconds");
    return timeout
        .number()
        .filter(seconds -> seconds != 0 && seconds < SHORTEST_STARTUP_SECONDS)
        .map(
            _ ->
                timeout.invalid(
                    "must be at least %d, or 0, with which a Machine may take for ever to get a Node"
                        .formatted(SHORTEST_STARTUP_SECONDS)))
        .stream();
  }

  static Stream<Violation> limitIsANumberOrPercentage(ObjectField check) {
    return MachineCounts.check(
        check.at("spec", "remediation", "triggerIf", "unhealthyLessThanOrEqualTo"));
  }

  static Stream<Violation> rangeIsNotEmpty(ObjectField check) {
    ObjectField range = check.at("spec", "remediation", "triggerIf", "unhealthyInRange");
    Matcher ends = RANGE.matcher(range.text());
    return ends.matches()
            && new BigInteger(ends.group(1)).compareTo(new BigInteger(ends.group(2))) > 0
        ? Stream.of(
            range.invalid(
                "no number is in it: write the smaller one first, such as [%s-%s]"
                    .formatted(ends.group(2), ends.group(1))))
        : Stream.empty();
  }
}
