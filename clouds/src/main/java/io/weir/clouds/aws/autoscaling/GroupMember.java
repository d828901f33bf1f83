package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2Instance;
import io.weir.clouds.aws.ec2.LaunchTemplate;
import io.weir.clouds.aws.wire.Struct;

/** An instance of a group. */
final class GroupMember {
  final Ec2Instance machine;
  final LaunchTemplate template;
  final long version;
  LifecycleState lifecycle = LifecycleState.PENDING;
  Activity activity;
  boolean healthy = true;
  boolean protectedFromScaleIn;

  /** In service for as long as the group's warm-up says. */
  boolean warm;

  GroupMember(Ec2Instance ec2Instance, LaunchTemplate template, long version, Activity activity) {
    this.machine = ec2Instance;
    this.template = template;
    this.version = version;
    this.activity = activity;
  }

  String id() {
    return machine.id();
  }

  String zone() {
    return machine.subnet().zone();
  }

  boolean isInService() {
    return lifecycle == LifecycleState.IN_SERVICE;
  }

  Struct toStruct() {
    return new Struct()
        .set("InstanceId", id())
        .set("InstanceType", machine.launchRequest().type())
        .set("AvailabilityZone", zone())
        .set("LifecycleState", lifecycle.awsName())
        .set("HealthStatus", healthy ? "Healthy" : "Unhealthy")
        .set(
            "LaunchTemplate",
            new Struct()
                .set("LaunchTemplateId", template.id())
                .set("LaunchTemplateName", template.name())
                .set("Version", Long.toString(version)))
        .set("ProtectedFromScaleIn", protectedFromScaleIn);
  }
}
