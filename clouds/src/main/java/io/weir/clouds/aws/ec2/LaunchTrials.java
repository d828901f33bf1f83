package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.Map;

/**
 * RunInstances as far as it goes without starting an instance: with DryRun, from a launch template.
 */
final class LaunchTrials {
  private final AccountRegion accountRegion;
  private final TemplateStore templates;
  private final LaunchChecks checks;

  LaunchTrials(AccountRegion accountRegion, TemplateStore templates) {
    this.accountRegion = accountRegion;
    this.templates = templates;
    this.checks = new LaunchChecks(accountRegion);
  }

  Map<String, Handler> handlers() {
    return Map.of(Ec2Instances.LAUNCH_ACTION, this::run);
  }

  private Struct run(AwsCall awsCall) {
    Struct input = awsCall.input();
    if (!input.flag("DryRun")) {
      // Nobody would be the owner of the instance; silence would be worse.
      throw AwsErrorException.of(
          "UnsupportedOperation", "The simulated AWS has RunInstances with DryRun only.");
    }
    Struct named =
        input
            .struct("LaunchTemplate")
            .orElseThrow(
                () ->
                    AwsErrorException.of(
                        "MissingParameter", "The request must contain the parameter ImageId"));
    LaunchTemplate template = templates.requestedTemplate(named);
    String version = named.findText("Version").orElse("$Default");
    Struct data =
        template
            .findVersion(version)
            .orElseThrow(() -> TemplateStore.versionNotFound(template, version))
            .data();
    input
        .findText("SubnetId")
        .filter(id -> accountRegion.findSubnet(id).isEmpty())
        .ifPresent(
            id -> {
              throw AwsErrorException.of(
                  "InvalidSubnetID.NotFound", "The subnet ID '" + id + "' does not exist");
            });
    checks.check(
        input
            .findText("InstanceType")
            .map(type -> data.mergedWith(new Struct().set("InstanceType", type)))
            .orElse(data));
    return new Struct();
  }
}
