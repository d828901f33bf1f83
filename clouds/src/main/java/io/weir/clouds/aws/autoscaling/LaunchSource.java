package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.LaunchTemplate;
import io.weir.clouds.aws.ec2.TemplateStore;
import io.weir.clouds.aws.ec2.TemplateVersion;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Struct;
import java.util.List;
import java.util.Optional;

/**
 * What a group launches from: a launch template, or a mixed instances policy around one.
 *
 * @param template id or name and version
 * @param policy the policy; empty for a plain launch template
 */
record LaunchSource(Struct template, Optional<Struct> policy) {
  /** The version that a source means at this moment. */
  record Resolved(LaunchTemplate template, TemplateVersion version) {}

  static LaunchSource of(Struct input) {
    Optional<Struct> plain = input.struct("LaunchTemplate");
    Optional<Struct> policy = input.struct("MixedInstancesPolicy");
    if (plain.isPresent() == policy.isPresent()) {
      throw AwsRefusal.validation(
          "Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId"
              + " or MixedInstancesPolicy parameter.");
    }
    Struct specification =
        plain
            .or(
                () ->
                    policy
                        .flatMap(p -> p.struct("LaunchTemplate"))
                        .flatMap(p -> p.struct("LaunchTemplateSpecification")))
            .orElseThrow(
                () -> AwsRefusal.validation("A mixed instances policy needs a launch template."));
    if (specification.has("LaunchTemplateId") == specification.has("LaunchTemplateName")) {
      throw AwsRefusal.validation(
          "Valid requests must contain either launchTemplateId or LaunchTemplateName");
    }
    return new LaunchSource(specification, policy);
  }

  /** Instance types in the order of preference; empty when the template alone decides. */
  List<String> instanceTypes() {
    return policy
        .flatMap(p -> p.struct("LaunchTemplate"))
        .map(
            p ->
                p.structs("Overrides").stream()
                    .flatMap(o -> o.find("InstanceType").stream())
                    .toList())
        .orElse(List.of());
  }

  /** Whether the next instance is a spot instance, given those that run. */
  boolean spotNext(Struct data, int onDemand, int total) {
    Optional<Struct> distribution = policy.flatMap(p -> p.struct("InstancesDistribution"));
    if (policy.isEmpty()) {
      return data.struct("InstanceMarketOptions")
          .flatMap(market -> market.find("MarketType"))
          .orElse("")
          .equals("spot");
    }
    int base = distribution.flatMap(d -> d.number("OnDemandBaseCapacity")).orElse(0);
    int percent =
        distribution.flatMap(d -> d.number("OnDemandPercentageAboveBaseCapacity")).orElse(100);
    int above = Math.max(0, total + 1 - base);
    return onDemand >= Math.min(base, total + 1) + Math.ceilDiv(above * percent, 100);
  }

  /**
   * Looks the template up.
   *
   * @throws AwsRefusal in EC2's words when template or version do not exist
   */
  Resolved resolve(TemplateStore store) {
    Optional<String> id = template.find("LaunchTemplateId");
    LaunchTemplate found =
        (id.isPresent()
                ? store.withId(id.get())
                : template.find("LaunchTemplateName").flatMap(store::withName))
            .orElseThrow(this::missing);
    String version = template.find("Version").orElse("$Default");
    return new Resolved(
        found,
        found
            .version(version)
            .orElseThrow(
                () ->
                    AwsRefusal.of(
                        "InvalidLaunchTemplateId.VersionNotFound",
                        "Could not find launch template version " + version)));
  }

  /**
   * The same with id and name of the template. AWS keeps the id from then on: a later template of
   * the same name is another one.
   */
  LaunchSource pinned(TemplateStore store) {
    LaunchTemplate found = resolve(store).template();
    Struct both =
        template.with(
            new Struct()
                .set("LaunchTemplateId", found.id())
                .set("LaunchTemplateName", found.name()));
    return new LaunchSource(both, policy.map(given -> pinned(given, both)));
  }

  private static Struct pinned(Struct policy, Struct specification) {
    Struct around = policy.struct("LaunchTemplate").orElseGet(Struct::new);
    return policy.with(
        new Struct()
            .set(
                "LaunchTemplate",
                around.with(new Struct().set("LaunchTemplateSpecification", specification))));
  }

  private AwsRefusal missing() {
    return template
        .find("LaunchTemplateId")
        .map(
            id ->
                AwsRefusal.of(
                    "InvalidLaunchTemplateId.NotFound",
                    "The specified launch template, with template ID " + id + ", does not exist."))
        .orElseGet(
            () ->
                AwsRefusal.of(
                    "InvalidLaunchTemplateName.NotFoundException",
                    "The specified launch template, with template name "
                        + template.find("LaunchTemplateName").orElse("")
                        + ", does not exist."));
  }
}
