package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.List;
import java.util.Map;

/** Operations on single instances of groups. */
final class MemberOperations {
  private final GroupStore store;
  private final GroupReconciler engine;

  MemberOperations(GroupStore store, GroupReconciler engine) {
    this.store = store;
    this.engine = engine;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "SetInstanceProtection", this::protect,
        "TerminateInstanceInAutoScalingGroup", this::terminate);
  }

  private Struct protect(AwsCall awsCall) {
    Group group = store.requestedGroupToChange(awsCall.input());
    List<GroupMember> members =
        awsCall.input().texts("InstanceIds").stream()
            .map(id -> GroupStore.member(group, id))
            .toList();
    boolean wanted = awsCall.input().flag("ProtectedFromScaleIn");
    for (GroupMember groupMember : members) {
      if (!groupMember.isInService()) {
        throw AwsErrorException.validationError(
            "The instance "
                + groupMember.id()
                + " is not in InService or EnteringStandby or Standby.");
      }
    }
    members.forEach(groupMember -> groupMember.protectedFromScaleIn = wanted);
    engine.reconcile(group);
    return new Struct();
  }

  /**
   * Ends an instance, protected from scale-in or not. AWS's references do not say what becomes of
   * the size if the instance is on its way out already; here it stays, and the answer is the
   * activity that runs. They allow for a ScalingActivityInProgress as well, which a fault can make.
   */
  private Struct terminate(AwsCall awsCall) {
    Struct input = awsCall.input();
    Map.Entry<Group, GroupMember> found = store.requestedInstance(input.text("InstanceId"));
    Group group = found.getKey();
    GroupMember groupMember = found.getValue();
    boolean shrink = input.flag("ShouldDecrementDesiredCapacity");
    boolean counted = !groupMember.lifecycle.isTerminating();
    if (shrink && counted && group.desired - 1 < group.min) {
      throw AwsErrorException.validationError(
          "Currently, desiredSize equals minSize (%d). Terminating instance without replacement will violate group's min size constraint. Either set shouldDecrementDesiredCapacity flag to false or lower group's min size."
              .formatted(group.min));
    }
    int size = group.remainingMembers().size();
    if (shrink && counted) {
      group.desired--;
    }
    group.cause = "";
    Activity activity =
        engine
            .terminator()
            .terminate(
                group,
                groupMember,
                shrink
                    ? "instance %s was taken out of service in response to a user request, shrinking the capacity from %d to %d."
                        .formatted(groupMember.id(), size, size - 1)
                    : "instance %s was taken out of service in response to a user request."
                        .formatted(groupMember.id()));
    engine.reconcile(group);
    return new Struct().set("Activity", activity.toStruct(group));
  }
}
