package io.weir.engine.admission;

import io.weir.api.admission.Field;
import io.weir.api.admission.KubernetesVersion;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.Violation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Cluster API refuses in a MachinePool. */
final class MachinePoolRules {

  private MachinePoolRules() {}

  static Stream<Violation> bootstrap(Field pool) {
    Field bootstrap = pool.at("spec", "template", "spec", "bootstrap");
    return bootstrap.at("configRef").isSet() || bootstrap.at("dataSecretName").isSet()
        ? Stream.empty()
        : Stream.of(
            bootstrap.required(
                "set configRef, for example to a KubeadmConfig, or dataSecretName, the name of a"
                    + " Secret with your own data"));
  }

  static Stream<Violation> oneCluster(Field pool) {
    Field cluster = pool.at("spec", "clusterName");
    Field ofTemplate = pool.at("spec", "template", "spec", "clusterName");
    return cluster.is(ofTemplate.text())
        ? Stream.empty()
        : Stream.of(
            cluster.invalid(
                "must be the same as %s, which is \"%s\""
                    .formatted(ofTemplate.path(), ofTemplate.text())));
  }

  static Stream<Violation> clusterStays(Field was, Field is) {
    Field cluster = is.at("spec", "clusterName");
    String before = was.at("spec", "clusterName").text();
    return cluster.is(before)
        ? Stream.empty()
        : Stream.of(
            cluster.forbidden(
                "cannot be changed from \"%s\" to \"%s\": create a new MachinePool"
                    .formatted(before, cluster.text())));
  }

  static Stream<Violation> version(Field pool) {
    Field version = pool.at("spec", "template", "spec", "version");
    return !version.isSet() || KubernetesVersion.parse(version.text()).isPresent()
        ? Stream.empty()
        : Stream.of(version.invalid("must be a Kubernetes version such as v1.35.4"));
  }

  static Stream<Violation> noTaints(Field pool) {
    Field taints = pool.at("spec", "template", "spec", "taints");
    String given =
        taints
            .items()
            .map(taint -> taint.at("key").text() + ":" + taint.at("effect").text())
            .collect(Collectors.joining(", "));
    return taints.isFilled()
        ? Stream.of(
            taints.forbidden(
                "a MachinePool does not taint its Nodes (%s): %s"
                    .formatted(given, whoTaints(pool.at("spec", "template", "spec")))))
        : Stream.empty();
  }

  /** Where taints are to be set, by what first boot is made of. */
  private static String whoTaints(Field template) {
    if (template.at("bootstrap", "configRef").isSet()) {
      return "set nodeRegistration.taints in the joinConfiguration of the KubeadmConfig";
    }
    Field data = template.at("bootstrap", "dataSecretName");
    if (data.isFilled()) {
      return "have the data in Secret %s register them".formatted(data.text());
    }
    Field infrastructure = template.at("infrastructureRef");
    String kind = infrastructure.at("kind").text();
    return "it has no KubeadmConfig; set them in %s %s, as kubectl explain %s.spec describes"
        .formatted(kind, infrastructure.at("name").text(), kind.toLowerCase(Locale.ROOT));
  }

  static Stream<Violation> templateMetadata(Field pool) {
    return MetadataSyntax.check(pool.at("spec", "template", "metadata"));
  }
}
