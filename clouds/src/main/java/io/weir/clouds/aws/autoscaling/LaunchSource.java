package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.LaunchTemplate;
import io.weir.clouds.aws.ec2.TemplateStore;
import io.weir.clouds.aws.ec2.TemplateVersion;
import io.weir.clouds.aws.wire.AwsErrorException;
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
  record ResolvedTemplate(LaunchTemplate template, TemplateVersion version) {}

  static LaunchSource of(Struct input) {
    Optional<Struct> plain = input.struct("LaunchTemplate");
    Optional<Struct> policy = input.struct("MixedInstancesPolicy");
    if (plain.isPresent() == policy.isPresent()) {
      throw AwsErrorException.validationError(
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
                () ->
                    AwsErrorException.validationError(
                        "A mixed instances policy needs a launch template."));
    if (specification.has("LaunchTemplateId") == specification.has("LaunchTemplateName")) {
      throw AwsErrorException.validationError(
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
                    .flatMap(o -> o.findText("InstanceType").stream())
                    .toList())
        .orElse(List.of());
  }

  /** Whether the next instance is a spot instance, given those that run. */
  boolean isNextSpot(Struct data, int onDemand, int total) {
    Optional<Struct> distribution = policy.flatMap(p -> p.struct("InstancesDistribution"));
    if (policy.isEmpty()) {
      return data.struct("InstanceMarketOptions")
          .flatMap(market -> market.findText("MarketType"))
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
   * @throws AwsErrorException in EC2's words when template or version do not exist
   */
  ResolvedTemplate resolve(TemplateStore store) {
    Optional<String> id = template.findText("LaunchTemplateId");
    LaunchTemplate found =
        (id.isPresent()
                ? store.withId(id.get())
                : template.findText("LaunchTemplateName").flatMap(store::withName))
            .orElseThrow(this::missing);
    String version = template.findText("Version").orElse("$Default");
    return new ResolvedTemplate(
        found,
        found
            .findVersion(version)
            .orElseThrow(
                () ->
                    AwsErrorException.of(
                        "InvalidLaunchTemplateId.VersionNotFound",
                        "Could not find launch template version " + version)));
  }

  /** What an instance would find at first boot; empty for nothing, or if it cannot be launched. */
  Optional<byte[]> userData(TemplateStore store) {
    try {
      return resolve(store)
          .version()
          .data()
          .findText("UserData")
          .map(TemplateStore::decodeUserData);
    } catch (AwsErrorException missing) {
      return Optional.empty();
    }
  }

  /**
   * The same with id and name of the template. AWS keeps the id from then on: a later template of
   * the same name is another one.
   */
  LaunchSource withTemplateId(TemplateStore store) {
    LaunchTemplate found = resolve(store).template();
    Struct both =
        template.mergedWith(
            new Struct()
                .set("LaunchTemplateId", found.id())
                .set("LaunchTemplateName", found.name()));
    return new LaunchSource(both, policy.map(given -> withTemplateId(given, both)));
  }

  private static Struct withTemplateId(Struct policy, Struct specification) {
    Struct around = policy.struct("LaunchTemplate").orElseGet(Struct::new);
    return policy.mergedWith(
        new Struct()
            .set(
                "LaunchTemplate",
                around.mergedWith(new Struct().set("LaunchTemplateSpecification", specification))));
  }

  private AwsErrorException missing() {
    return template
        .findText("LaunchTemplateId")
        .map(
            id ->
                AwsErrorException.of(
                    "InvalidLaunchTemplateId.NotFound",
                    "The specified launch template, with template ID " + id + ", does not exist."))
        .orElseGet(
            () ->
                AwsErrorException.of(
                    "InvalidLaunchTemplateName.NotFoundException",
                    "The specified launch template, with template name "
                        + template.findText("LaunchTemplateName").orElse("")
                        + ", does not exist."));
  }
}
