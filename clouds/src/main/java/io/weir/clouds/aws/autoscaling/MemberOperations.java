package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.List;
import java.util.Map;

/** Operations on single instances of groups. */
final class MemberOperations {
  private final GroupStore store;
  private final GroupEngine engine;

  MemberOperations(GroupStore store, GroupEngine engine) {
    this.store = store;
    this.engine = engine;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "SetInstanceProtection", this::protect,
        "TerminateInstanceInAutoScalingGroup", this::terminate);
  }

  private Struct protect(Call call) {
    Group group = store.changeable(call.input());
    List<Member> members =
        call.input().texts("InstanceIds").stream().map(id -> GroupStore.member(group, id)).toList();
    boolean wanted = call.input().flag("ProtectedFromScaleIn");
    for (Member member : members) {
      if (!member.inService()) {
        throw AwsRefusal.validation(
            "The instance " + member.id() + " is not in InService or EnteringStandby or Standby.");
      }
    }
    members.forEach(member -> member.protectedFromScaleIn = wanted);
    engine.converge(group);
    return new Struct();
  }

  private Struct terminate(Call call) {
    Struct input = call.input();
    Map.Entry<Group, Member> found = store.withInstance(input.text("InstanceId"));
    Group group = found.getKey();
    Member member = found.getValue();
    boolean shrink = input.flag("ShouldDecrementDesiredCapacity");
    boolean counted = !member.lifecycle.leaving();
    if (shrink && counted && group.desired - 1 < group.min) {
      throw AwsRefusal.validation(
          "Currently, desiredSize equals minSize (%d). Terminating instance without replacement will violate group's min size constraint. Either set shouldDecrementDesiredCapacity flag to false or lower group's min size."
              .formatted(group.min));
    }
    int size = group.staying().size();
    if (shrink && counted) {
      group.desired--;
    }
    group.cause = "";
    Activity activity =
        engine
            .ender()
            .terminate(
                group,
                member,
                shrink
                    ? "instance %s was taken out of service in response to a user request, shrinking the capacity from %d to %d."
                        .formatted(member.id(), size, size - 1)
                    : "instance %s was taken out of service in response to a user request."
                        .formatted(member.id()));
    engine.converge(group);
    return new Struct().set("Activity", activity.written(group));
  }
}
