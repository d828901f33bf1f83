package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.LaunchTemplate;
import io.weir.clouds.aws.ec2.Machine;
import io.weir.clouds.aws.wire.Struct;

/** An instance of a group. */
final class Member {
  final Machine machine;
  final LaunchTemplate template;
  final long version;
  Lifecycle lifecycle = Lifecycle.PENDING;
  Activity activity;
  boolean healthy = true;
  boolean protectedFromScaleIn;

  /** In service for as long as the group's warm-up says. */
  boolean warm;

  Member(Machine machine, LaunchTemplate template, long version, Activity activity) {
    this.machine = machine;
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

  boolean inService() {
    return lifecycle == Lifecycle.IN_SERVICE;
  }

  Struct written() {
    return new Struct()
        .set("InstanceId", id())
        .set("InstanceType", machine.launch().type())
        .set("AvailabilityZone", zone())
        .set("LifecycleState", lifecycle.word())
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
