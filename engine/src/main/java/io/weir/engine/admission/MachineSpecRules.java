package io.weir.engine.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.SemanticVersion;
import io.weir.api.admission.Violation;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Cluster API refuses of what a machine is to be: in the spec of a Machine, and in a template.
 */
final class MachineSpecRules {

  private MachineSpecRules() {}

  static Stream<Violation> bootstrapIsGiven(ObjectField machine, String config) {
    ObjectField bootstrap = machine.at("bootstrap");
    return bootstrap.at("configRef").isSet() || bootstrap.at("dataSecretName").isSet()
        ? Stream.empty()
        : Stream.of(
            bootstrap.required(
                "set configRef, for example to a %s, or dataSecretName, the name of a Secret with your own data"
                    .formatted(config)));
  }

  static Stream<Violation> versionIsValid(ObjectField machine) {
    ObjectField version = machine.at("version");
    return !version.isSet() || SemanticVersion.parse(version.text()).isPresent()
        ? Stream.empty()
        : Stream.of(version.invalid("must be a Kubernetes version such as v1.35.4"));
  }

  /** Of a group and of its template. */
  static Stream<Violation> clusterNamesMatch(ObjectField group) {
    ObjectField cluster = group.at("spec", "clusterName");
    ObjectField ofTemplate = group.at("spec", "template", "spec", "clusterName");
    return cluster.hasText(ofTemplate.text())
        ? Stream.empty()
        : Stream.of(
            cluster.invalid(
                "must be the same as %s, which is \"%s\""
                    .formatted(ofTemplate.path(), ofTemplate.text())));
  }

  static Stream<Violation> clusterNameIsImmutable(String kind, ObjectField was, ObjectField is) {
    ObjectField cluster = is.at("spec", "clusterName");
    String before = was.at("spec", "clusterName").text();
    return cluster.hasText(before)
        ? Stream.empty()
        : Stream.of(
            cluster.forbidden(
                "cannot be changed from \"%s\" to \"%s\": create a new %s"
                    .formatted(before, cluster.text(), kind)));
  }

  /** As in Cluster API where its gate MachineTaintPropagation is disabled, as it is by default. */
  static Stream<Violation> noTaints(ObjectField machine, String config) {
    ObjectField taints = machine.at("taints");
    String given =
        taints
            .items()
            .map(taint -> taint.at("key").text() + ":" + taint.at("effect").text())
            .collect(Collectors.joining(", "));
    return taints.isNonEmpty()
        ? Stream.of(
            taints.forbidden(
                "taints of a Machine are not set on its Node (%s): set nodeRegistration.taints in the joinConfiguration of the %s"
                    .formatted(given, config)))
        : Stream.empty();
  }
}
