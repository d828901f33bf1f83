package io.weir.bootstrap.admission;

import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.api.admission.Violation;
import io.weir.bootstrap.config.ClusterSecretNames;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The admission rules of the kinds of the kubeadm bootstrap provider. */
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
    return new RuleBasedAdmission(
        GroupKind.KUBEADM_CONFIG,
        (config, _) -> DiskLayoutNormalization.dropRedundantLayouts(config.path("spec")),
        List.of(),
        at(config -> config.at("spec"), gates),
        List.of(BootstrapAdmissions::name),
        List.of(),
        List.of(advice(config -> config.at("spec"))));
  }

  private static Admission template(FeatureGates gates) {
    UnaryOperator<ObjectField> spec = template -> template.at("spec", "template", "spec");
    AdmissionRule metadata =
        template -> MetadataSyntax.check(template.at("spec", "template", "metadata"));
    return new RuleBasedAdmission(
        KUBEADM_CONFIG_TEMPLATE,
        (written, admissionRequest) -> {
          KubeadmConfigTemplateDefaults.fill(written, admissionRequest);
          DiskLayoutNormalization.dropRedundantLayouts(written.at("/spec/template/spec"));
        },
        List.of(),
        Stream.concat(at(spec, gates).stream(), Stream.of(metadata)).toList(),
        List.of(),
        List.of(),
        List.of(advice(spec)));
  }

  private static List<AdmissionRule> at(UnaryOperator<ObjectField> spec, FeatureGates gates) {
    return Stream.<AdmissionRule>of(
            FileRules::check,
            UserRules::check,
            config -> FormatRules.check(config, gates),
            DiskRules::check,
            KubeadmRules::check)
        .map(admissionRule -> (AdmissionRule) object -> admissionRule.check(spec.apply(object)))
        .toList();
  }

  /** The data goes into a Secret of the config's name. */
  static Stream<Violation> name(ObjectField config) {
    ObjectField name = config.at("metadata", "name");
    return ClusterSecretNames.isReserved(name.text())
        ? Stream.of(
            name.invalid(
                "is the name of a Secret that a Cluster would take for its own: choose one that"
                    + " does not end in -kubeconfig, -ca, -etcd, -proxy or -sa"))
        : Stream.empty();
  }

  private static AdmissionRule.WarningRule advice(UnaryOperator<ObjectField> spec) {
    return admissionRequest ->
        KubeadmConfigWarnings.warnings(spec.apply(ObjectField.of(admissionRequest.object())));
  }
}
