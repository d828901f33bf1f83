package io.weir.bootstrap.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The admission rules of the kinds of the bootstrap provider for EKS. Upstream's webhooks fill in
 * and refuse nothing; refused is what could only fail later, or would be ambiguous.
 */
public final class EksAdmissions {

  private EksAdmissions() {}

  /** One for each kind: EKSConfig, NodeadmConfig, and their templates. */
  public static List<Admission> all() {
    return Stream.of(GroupKind.EKS_CONFIG, GroupKind.NODEADM_CONFIG)
        .flatMap(kind -> Stream.of(config(kind), template(kind)))
        .toList();
  }

  private static Admission config(GroupKind kind) {
    return admission(kind, config -> config.at("spec"), List.of(BootstrapAdmissions::name));
  }

  private static Admission template(GroupKind kind) {
    return admission(
        new GroupKind(kind.group(), kind.kind() + "Template"),
        template -> template.at("spec", "template", "spec"),
        List.of());
  }

  private static Admission admission(
      GroupKind kind, UnaryOperator<ObjectField> spec, List<AdmissionRule> onCreation) {
    return new RuleBasedAdmission(
        kind,
        (_, _) -> {},
        List.of(),
        List.of(
            object -> FileRules.checkEach(spec.apply(object)),
            object -> UserRules.check(spec.apply(object))),
        onCreation,
        List.of(),
        List.of(request -> warnings(spec.apply(ObjectField.of(request.object())))));
  }

  private static Stream<String> warnings(ObjectField spec) {
    return Stream.concat(
        KubeadmConfigWarnings.notBase64(spec), KubeadmConfigWarnings.disksTwice(spec));
  }
}
