package io.weir.bootstrap.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.Field;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.Rule;
import io.weir.api.admission.RuleBook;
import io.weir.bootstrap.FeatureGates;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The admission rules of the bootstrap kinds. */
public final class BootstrapAdmissions {

  /** A KubeadmConfig for a topology to make others of. */
  private static final GroupKind KUBEADM_CONFIG_TEMPLATE =
      new GroupKind(GroupKind.KUBEADM_CONFIG.group(), "KubeadmConfigTemplate");

  private BootstrapAdmissions() {}

  /**
   * One for each kind: KubeadmConfig, KubeadmConfigTemplate.
   *
   * @param gates what may not be asked for
   */
  public static List<Admission> all(FeatureGates gates) {
    return List.of(config(gates), template(gates));
  }

  private static Admission config(FeatureGates gates) {
    return new RuleBook(
        GroupKind.KUBEADM_CONFIG,
        (config, _) -> DiskLayouts.alone(config.path("spec")),
        List.of(),
        at(config -> config.at("spec"), gates),
        List.of(),
        List.of(),
        List.of(advice(config -> config.at("spec"))));
  }

  private static Admission template(FeatureGates gates) {
    UnaryOperator<Field> spec = template -> template.at("spec", "template", "spec");
    Rule metadata = template -> MetadataSyntax.check(template.at("spec", "template", "metadata"));
    return new RuleBook(
        KUBEADM_CONFIG_TEMPLATE,
        (written, request) -> {
          TemplateDefaults.fill(written, request);
          DiskLayouts.alone(written.at("/spec/template/spec"));
        },
        List.of(),
        Stream.concat(at(spec, gates).stream(), Stream.of(metadata)).toList(),
        List.of(),
        List.of(),
        List.of(advice(spec)));
  }

  private static List<Rule> at(UnaryOperator<Field> spec, FeatureGates gates) {
    return Stream.<Rule>of(
            FileRules::check,
            UserRules::check,
            config -> FormatRules.check(config, gates),
            DiskRules::check,
            KubeadmRules::check)
        .map(rule -> (Rule) object -> rule.check(spec.apply(object)))
        .toList();
  }

  private static Rule.Advice advice(UnaryOperator<Field> spec) {
    return request -> ConfigAdvice.on(spec.apply(Field.of(request.object())));
  }
}
