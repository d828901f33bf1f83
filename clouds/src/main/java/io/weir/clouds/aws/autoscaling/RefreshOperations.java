package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Page;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Operations on instance refreshes. */
final class RefreshOperations {
  private static final int USUAL_PAGE = 50;
  private static final int LARGEST_PAGE = 100;

  private final Place place;
  private final GroupStore store;
  private final GroupEngine engine;
  private final GroupChecks checks;

  RefreshOperations(Place place, Ec2 ec2, GroupStore store, GroupEngine engine) {
    this.place = place;
    this.store = store;
    this.engine = engine;
    checks = new GroupChecks(place, ec2);
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "StartInstanceRefresh", this::start,
        "DescribeInstanceRefreshes", this::describe,
        "CancelInstanceRefresh", this::cancel);
  }

  private Struct start(Call call) {
    Struct input = call.input();
    Group group = store.changeable(input);
    if (!input.find("Strategy").orElse("Rolling").equals("Rolling")) {
      throw AwsRefusal.validation("Only the strategy Rolling is available in the simulated AWS");
    }
    Struct preferences = input.struct("Preferences").orElseGet(Struct::new);
    check(preferences);
    if (group.activeRefresh().isPresent()) {
      throw AwsRefusal.of(
          "InstanceRefreshInProgress",
          "An Instance Refresh is already in progress and blocks the execution of this Instance"
              + " Refresh.");
    }
    Optional<LaunchSource> desired =
        input.struct("DesiredConfiguration").map(LaunchSource::of).map(checks::source);
    if (preferences.flag("AutoRollback") && desired.isEmpty()) {
      throw AwsRefusal.validation(
          "AutoRollback requires a DesiredConfiguration with a numbered launch template version.");
    }
    Refresh refresh =
        new Refresh(
            place.newUuid(),
            place.now(),
            preferences,
            desired,
            input.struct("DesiredConfiguration"));
    engine.refresher().start(group, refresh);
    place.journal().created("InstanceRefresh", group.name);
    return new Struct().set("InstanceRefreshId", refresh.id);
  }

  private static void check(Struct preferences) {
    Optional<Integer> min = preferences.number("MinHealthyPercentage");
    Optional<Integer> max = preferences.number("MaxHealthyPercentage");
    if (max.isPresent() && (min.isEmpty() || max.get() - min.get() > 100)) {
      throw AwsRefusal.validation(
          "MaxHealthyPercentage needs MinHealthyPercentage, and the difference between them cannot"
              + " be greater than 100.");
    }
  }

  private Struct describe(Call call) {
    Struct input = call.input();
    Group group = store.named(input);
    List<String> ids = input.texts("InstanceRefreshIds");
    List<Refresh> newestFirst = new ArrayList<>(group.refreshes);
    Page<Refresh> page =
        Page.of(
            newestFirst.stream().filter(r -> ids.isEmpty() || ids.contains(r.id)).toList(),
            refresh -> "%09d".formatted(newestFirst.indexOf(refresh)),
            GroupReader.size(input, USUAL_PAGE, LARGEST_PAGE),
            input.find("NextToken").orElse(null));
    return new Struct()
        .set("InstanceRefreshes", page.items().stream().map(r -> r.written(group)).toList())
        .set("NextToken", page.next());
  }

  private Struct cancel(Call call) {
    Group group = store.changeable(call.input());
    Refresh refresh =
        group
            .activeRefresh()
            .orElseThrow(
                () ->
                    AwsRefusal.of(
                        "ActiveInstanceRefreshNotFound",
                        "No in progress or pending Instance Refresh found for Auto Scaling group "
                            + group.name));
    engine.refresher().cancel(group, refresh);
    return new Struct().set("InstanceRefreshId", refresh.id);
  }
}
