package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.clouds.InstanceState.Phase;
import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import io.weir.sandbox.watchman.HistoryEvent.InstanceStep;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import io.weir.sandbox.watchman.HistoryEvent.TimePassed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * No size is asked for in the cloud, and no machine is ended, that no spec since the last settled
 * state asked for: no size but one of a spec, no end that leaves fewer machines than the smallest
 * of them but by a rollout, and no deletion of a pool that is not being deleted. For clouds that
 * are one namespace's own and called like it, and whose pools are called like their MachinePools;
 * what people do there past Weir counts as Weir's.
 */
public final class RequestedSizeProperty implements Property {

  private static final Map<String, String> SIZE_PARAMETERS =
      Map.of(
          "CreateAutoScalingGroup", "DesiredCapacity",
          "UpdateAutoScalingGroup", "DesiredCapacity",
          "SetDesiredCapacity", "DesiredCapacity",
          "CreatePool", "size",
          "UpdatePool", "size");

  private static final List<String> DELETIONS = List.of("DeleteAutoScalingGroup", "DeletePool");
  private static final List<String> ROLLOUTS = List.of("StartInstanceRefresh", "UpgradePool");

  private final Map<String, RequestedSizes> pools = new HashMap<>();
  private final Suspicions suspicions = new Suspicions();

  RequestedSizeProperty() {}

  @Override
  public String sentence() {
    return "no size is asked for in the cloud, and no machine ended, that no spec since the last"
        + " settled state asked for";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    switch (event) {
      case ObjectSeen seen when seen.object().groupKind().equals(GroupKind.MACHINE_POOL) ->
          pool(seen.object()).seePool(seen);
      case ObjectSeen seen when ReleaseProperty.isPool(seen.object()) ->
          pool(seen.object()).seeInfrastructure(seen);
      case CloudCall call -> judge(call);
      case InstanceStep step -> judge(step);
      case TimePassed time -> suspicions.judge(time.at(), broken);
      default -> {}
    }
  }

  private RequestedSizes pool(ApiObject object) {
    return pool(object.namespace(), object.name());
  }

  private RequestedSizes pool(String place, String name) {
    return pools.computeIfAbsent(place + "/" + name, _ -> new RequestedSizes());
  }

  private void judge(CloudCall call) {
    RequestedSizes sizes = pool(call.cloud(), call.resource());
    if (ROLLOUTS.contains(call.action())) {
      sizes.beginRollout();
    }
    if (call.action().equals("TerminateInstanceInAutoScalingGroup")
        && "false".equals(call.parameters().get("ShouldDecrementDesiredCapacity"))) {
      // It names the instance alone.
      pools.values().forEach(each -> each.seeReplacement(call.resource()));
    }
    if (DELETIONS.contains(call.action())) {
      suspect(call.cloud(), call.resource() + " is not to be deleted", call, sizes, sizes::isGoing);
    }
    size(call)
        .ifPresent(
            size ->
                suspect(
                    call.cloud(),
                    "size %d of %s, asked for were %s"
                        .formatted(size, call.resource(), sizes.sizes()),
                    call,
                    sizes,
                    () -> sizes.mayHave(size)));
  }

  private static Optional<Integer> size(CloudCall call) {
    return Optional.ofNullable(SIZE_PARAMETERS.get(call.action()))
        .map(call.parameters()::get)
        .map(Integer::valueOf);
  }

  private void judge(InstanceStep step) {
    RequestedSizes sizes = pool(step.cloud(), step.group());
    int before = sizes.runningInstances();
    boolean lost = sizes.see(step);
    if (lost && step.phase() == Phase.TERMINATING && !sizes.takeFromRollout()) {
      suspect(
          step.cloud(),
          "%s had %d machines, and one was ended; asked for were %s"
              .formatted(step.group(), before, sizes.sizes()),
          step,
          sizes,
          () -> sizes.mayEndOneOf(before) || sizes.isReplaced(step.instance()));
    }
  }

  private void suspect(
      String place,
      String subject,
      HistoryEvent deed,
      RequestedSizes sizes,
      Suspicions.Cleared cleared) {
    if (!cleared.isCleared()) {
      var story = Stream.concat(sizes.story().stream(), Stream.of(deed)).toList();
      suspicions.add(deed.at(), new Violation(this, place, subject, story), cleared);
    }
  }
}
