package io.weir.engine.admission;

import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Cluster API refuses in a MachinePool. */
final class MachinePoolRules {

  private MachinePoolRules() {}

  static Stream<Violation> bootstrapIsGiven(ObjectField pool) {
    return MachineSpecRules.bootstrapIsGiven(pool.at("spec", "template", "spec"), "KubeadmConfig");
  }

  static Stream<Violation> versionIsValid(ObjectField pool) {
    return MachineSpecRules.versionIsValid(pool.at("spec", "template", "spec"));
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
