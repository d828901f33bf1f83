package io.weir.engine.admission;

import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.SemanticVersion;
import io.weir.api.admission.Violation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Cluster API refuses in a MachinePool. */
final class MachinePoolRules {

  private MachinePoolRules() {}

  static Stream<Violation> bootstrapIsGiven(ObjectField pool) {
    ObjectField bootstrap = pool.at("spec", "template", "spec", "bootstrap");
    return bootstrap.at("configRef").isSet() || bootstrap.at("dataSecretName").isSet()
        ? Stream.empty()
        : Stream.of(
            bootstrap.required(
                "set configRef, for example to a KubeadmConfig, or dataSecretName, the name of a"
                    + " Secret with your own data"));
  }

  static Stream<Violation> clusterNamesMatch(ObjectField pool) {
    ObjectField cluster = pool.at("spec", "clusterName");
    ObjectField ofTemplate = pool.at("spec", "template", "spec", "clusterName");
    return cluster.hasText(ofTemplate.text())
        ? Stream.empty()
        : Stream.of(
            cluster.invalid(
                "must be the same as %s, which is \"%s\""
                    .formatted(ofTemplate.path(), ofTemplate.text())));
  }

  static Stream<Violation> clusterNameIsImmutable(ObjectField was, ObjectField is) {
    ObjectField cluster = is.at("spec", "clusterName");
    String before = was.at("spec", "clusterName").text();
    return cluster.hasText(before)
        ? Stream.empty()
        : Stream.of(
            cluster.forbidden(
                "cannot be changed from \"%s\" to \"%s\": create a new MachinePool"
                    .formatted(before, cluster.text())));
  }

  static Stream<Violation> versionIsValid(ObjectField pool) {
    ObjectField version = pool.at("spec", "template", "spec", "version");
    return !version.isSet() || SemanticVersion.parse(version.text()).isPresent()
        ? Stream.empty()
        : Stream.of(version.invalid("must be a Kubernetes version such as v1.35.4"));
  }

  static Stream<Violation> noTaints(ObjectField pool) {
    ObjectField taints = pool.at("spec", "template", "spec", "taints");
    String given =
        taints
            .items()
            .map(taint -> taint.at("key").text() + ":" + taint.at("effect").text())
            .collect(Collectors.joining(", "));
    return taints.isNonEmpty()
        ? Stream.of(
            taints.forbidden(
                "a MachinePool does not taint its Nodes (%s): %s"
                    .formatted(given, whoTaints(pool.at("spec", "template", "spec")))))
        : Stream.empty();
  }

  /** Where taints are to be set, by what first boot is made of. */
  private static String whoTaints(ObjectField template) {
    if (template.at("bootstrap", "configRef").isSet()) {
      return "set nodeRegistration.taints in the joinConfiguration of the KubeadmConfig";
    }
    ObjectField data = template.at("bootstrap", "dataSecretName");
    if (data.isNonEmpty()) {
      return "have the data in Secret %s register them".formatted(data.text());
    }
    ObjectField infrastructure = template.at("infrastructureRef");
    String kind = infrastructure.at("kind").text();
    return "it has no KubeadmConfig; set them in %s %s, as kubectl explain %s.spec describes"
        .formatted(kind, infrastructure.at("name").text(), kind.toLowerCase(Locale.ROOT));
  }

  static Stream<Violation> templateMetadataIsValid(ObjectField pool) {
    return MetadataSyntax.check(pool.at("spec", "template", "metadata"));
  }
}
