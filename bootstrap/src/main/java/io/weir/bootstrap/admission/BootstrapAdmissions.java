package io.weir.bootstrap.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.Field;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.Rule;
import io.weir.api.admission.RuleBook;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The admission rules of the bootstrap kinds. */
public final class BootstrapAdmissions {

  /** A KubeadmConfig for a topology to make others of. */
  private static final GroupKind KUBEADM_CONFIG_TEMPLATE =
      new GroupKind(GroupKind.KUBEADM_CONFIG.group(), "KubeadmConfigTemplate");

  private static final List<Rule> RULES =
      List.of(
          FileRules::check,
          UserRules::check,
          FormatRules::check,
          DiskRules::check,
          KubeadmRules::check);

  private BootstrapAdmissions() {}

  /** One for each kind: KubeadmConfig, KubeadmConfigTemplate. */
  public static List<Admission> all() {
    return List.of(config(), template());
  }

  private static Admission config() {
    return new RuleBook(
        GroupKind.KUBEADM_CONFIG,
        (config, _) -> DiskLayouts.alone(config.path("spec")),
        List.of(),
        at(config -> config.at("spec")),
        List.of(),
        List.of(),
        List.of(advice(config -> config.at("spec"))));
  }

  private static Admission template() {
    UnaryOperator<Field> spec = template -> template.at("spec", "template", "spec");
    Rule metadata = template -> MetadataSyntax.check(template.at("spec", "template", "metadata"));
    return new RuleBook(
        KUBEADM_CONFIG_TEMPLATE,
        (written, request) -> {
          TemplateDefaults.fill(written, request);
          DiskLayouts.alone(written.at("/spec/template/spec"));
        },
        List.of(),
        Stream.concat(at(spec).stream(), Stream.of(metadata)).toList(),
        List.of(),
        List.of(),
        List.of(advice(spec)));
  }

  private static List<Rule> at(UnaryOperator<Field> spec) {
    return RULES.stream().map(rule -> (Rule) object -> rule.check(spec.apply(object))).toList();
  }

  private static Rule.Advice advice(UnaryOperator<Field> spec) {
    return request -> ConfigAdvice.on(spec.apply(Field.of(request.object())));
  }
}
