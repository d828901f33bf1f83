package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Operations on instance refreshes. */
final class RefreshOperations {
  private static final int USUAL_PAGE = 50;
  private static final int LARGEST_PAGE = 100;

  private final AccountRegion accountRegion;
  private final GroupStore store;
  private final GroupReconciler engine;
  private final GroupChecks checks;

  RefreshOperations(
      AccountRegion accountRegion, Ec2 ec2, GroupStore store, GroupReconciler engine) {
    this.accountRegion = accountRegion;
    this.store = store;
    this.engine = engine;
    checks = new GroupChecks(accountRegion, ec2);
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "StartInstanceRefresh", this::start,
        "DescribeInstanceRefreshes", this::describe,
        "CancelInstanceRefresh", this::cancel);
  }

  private Struct start(AwsCall awsCall) {
    Struct input = awsCall.input();
    Group group = store.requestedGroupToChange(input);
    if (!input.findText("Strategy").orElse("Rolling").equals("Rolling")) {
      throw AwsErrorException.validationError(
          "Only the strategy Rolling is available in the simulated AWS");
    }
    Struct preferences = input.struct("Preferences").orElseGet(Struct::new);
    check(preferences);
    if (group.activeRefresh().isPresent()) {
      throw AwsErrorException.of(
          "InstanceRefreshInProgress",
          "An Instance Refresh is already in progress and blocks the execution of this Instance"
              + " Refresh.");
    }
    Optional<LaunchSource> desired =
        input.struct("DesiredConfiguration").map(LaunchSource::of).map(checks::checkSource);
    if (preferences.flag("AutoRollback") && desired.isEmpty()) {
      throw AwsErrorException.validationError(
          "AutoRollback requires a DesiredConfiguration with a numbered launch template version.");
    }
    InstanceRefresh instanceRefresh =
        new InstanceRefresh(
            accountRegion.ids().nextUuid(),
            accountRegion.now(),
            preferences,
            desired,
            input.struct("DesiredConfiguration"));
    engine.refresher().start(group, instanceRefresh);
    accountRegion.journal().recordCreation("InstanceRefresh", group.name);
    return new Struct().set("InstanceRefreshId", instanceRefresh.id);
  }

  private static void check(Struct preferences) {
    Optional<Integer> min = preferences.number("MinHealthyPercentage");
    Optional<Integer> max = preferences.number("MaxHealthyPercentage");
    if (max.isPresent() && (min.isEmpty() || max.get() - min.get() > 100)) {
      throw AwsErrorException.validationError(
          "MaxHealthyPercentage needs MinHealthyPercentage, and the difference between them cannot"
              + " be greater than 100.");
    }
  }

  private Struct describe(AwsCall awsCall) {
    Struct input = awsCall.input();
    Group group = store.requestedGroup(input);
    List<String> ids = input.texts("InstanceRefreshIds");
    List<InstanceRefresh> newestFirst = new ArrayList<>(group.refreshes);
    Page<InstanceRefresh> page =
        AwsPage.of(
            newestFirst.stream().filter(r -> ids.isEmpty() || ids.contains(r.id)).toList(),
            instanceRefresh -> "%09d".formatted(newestFirst.indexOf(instanceRefresh)),
            DescribeGroupsOperation.pageSize(input, USUAL_PAGE, LARGEST_PAGE),
            input);
    return new Struct()
        .set("InstanceRefreshes", page.items().stream().map(r -> r.toStruct(group)).toList())
        .set("NextToken", page.next());
  }

  private Struct cancel(AwsCall awsCall) {
    Group group = store.requestedGroupToChange(awsCall.input());
    InstanceRefresh instanceRefresh =
        group
            .activeRefresh()
            .orElseThrow(
                () ->
                    AwsErrorException.of(
                        "ActiveInstanceRefreshNotFound",
                        "No in progress or pending Instance Refresh found for Auto Scaling group "
                            + group.name));
    engine.refresher().cancel(group, instanceRefresh);
    return new Struct().set("InstanceRefreshId", instanceRefresh.id);
  }
}
