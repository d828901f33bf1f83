package io.weir.engine.admission;

import io.weir.api.LabelSelector;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.LabelSelectorSyntax;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Cluster API refuses in a MachineSet and a MachineDeployment alike. */
final class MachineGroupRules {

  static final List<AdmissionRule> RULES =
      List.of(
          MachineGroupRules::bootstrapIsGiven,
          MachineSpecRules::clusterNamesMatch,
          MachineGroupRules::selectorSelectsTheTemplate,
          group -> MachineSpecRules.versionIsValid(machine(group)),
          group -> MachineSpecRules.noTaints(machine(group), MachineGroupRules.CONFIG),
          group -> MetadataSyntax.check(group.at("spec", "template", "metadata")),
          MachineGroupRules::namesAreValid,
          MachineGroupRules::skippedChecksExist,
          ReplicasRules::replicasCanBeChosen);

  static final List<AdmissionRule> CREATE_RULES =
      List.of(ReplicasRules::replicasAreNotNegative, ReplicasRules::autoscalerBoundsAreValid);

  private static final String CONFIG = "KubeadmConfigTemplate";
  private static final Set<String> CHECKS =
      Set.of(
          "All",
          "KubeadmVersionSkew",
          "KubernetesVersionSkew",
          "ControlPlaneIsStable",
          "ControlPlaneVersionSkew");
  private static final Pattern RANDOM = Pattern.compile("\\{\\{ \\.random }}");
  private static final Pattern PART =
      Pattern.compile("\\{\\{\\s*\\.(random|cluster\\.name|machineSet\\.name)\\s*}}");
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private MachineGroupRules() {}

  private static ObjectField machine(ObjectField group) {
    return group.at("spec", "template", "spec");
  }

  private static Stream<Violation> bootstrapIsGiven(ObjectField group) {
    return MachineSpecRules.bootstrapIsGiven(machine(group), CONFIG);
  }

  private static Stream<Violation> selectorSelectsTheTemplate(ObjectField group) {
    ObjectField selector = group.at("spec", "selector");
    List<Violation> wrong = LabelSelectorSyntax.check(selector).toList();
    ObjectField labels = group.at("spec", "template", "metadata", "labels");
    return !wrong.isEmpty() || selector(selector).matches(texts(labels))
        ? wrong.stream()
        : Stream.of(
            labels.forbidden(
                "must be what %s asks for: add the labels that it names"
                    .formatted(selector.path())));
  }

  private static LabelSelector selector(ObjectField selector) {
    return new LabelSelector(
        texts(selector.at("matchLabels")),
        selector
            .at("matchExpressions")
            .items()
            .map(
                each ->
                    new LabelSelector.Requirement(
                        each.at("key").text(),
                        each.at("operator").text(),
                        each.at("values").items().map(ObjectField::text).toList()))
            .toList());
  }

  private static Map<String, String> texts(ObjectField map) {
    return map.keys().collect(Collectors.toMap(Function.identity(), key -> map.entry(key).text()));
  }

  /** As far as a template of names can be told without running it. */
  private static Stream<Violation> namesAreValid(ObjectField group) {
    ObjectField template = group.at("spec", "machineNaming", "template");
    if (template.text().isEmpty()) {
      return Stream.empty();
    }
    if (!RANDOM.matcher(template.text()).find()) {
      return Stream.of(
          template.invalid("must have {{ .random }} in it, or names would be the same"));
    }
    String sample = PART.matcher(template.text()).replaceAll("x");
    return sample.contains("{{") || NAME.matcher(sample).matches()
        ? Stream.empty()
        : Stream.of(
            template.invalid(
                "what comes of it is no name of an object: beside .random, .cluster.name and"
                    + " .machineSet.name, use small letters, digits, '-' and '.'"));
  }

  private static Stream<Violation> skippedChecksExist(ObjectField group) {
    ObjectField skipped =
        group.at("metadata", "annotations").entry(MetadataKeys.SKIP_PREFLIGHT_CHECKS);
    return skipped.text().isEmpty()
            || Arrays.stream(skipped.text().split(",", -1))
                .map(String::strip)
                .allMatch(CHECKS::contains)
        ? Stream.empty()
        : Stream.of(
            skipped.invalid(
                "must be a list of " + CHECKS.stream().sorted().collect(Collectors.joining(", "))));
  }
}
