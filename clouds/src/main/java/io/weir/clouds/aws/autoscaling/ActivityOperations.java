package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** DescribeScalingActivities. */
final class ActivityOperations {
  private static final int LARGEST_PAGE = 100;

  private record Found(int place, Group group, Activity activity) {
    String key() {
      return "%09d".formatted(place);
    }
  }

  private final GroupStore store;

  ActivityOperations(GroupStore store) {
    this.store = store;
  }

  Map<String, Handler> handlers() {
    return Map.of("DescribeScalingActivities", this::describe);
  }

  private Struct describe(AwsCall awsCall) {
    Struct input = awsCall.input();
    Optional<String> name = input.findText("AutoScalingGroupName");
    boolean deletedToo = input.flag("IncludeDeletedGroups");
    if (name.isPresent() && !deletedToo && store.find(name.get()).isEmpty()) {
      throw GroupStore.notFound(name.get());
    }
    List<Group> groups = new ArrayList<>(store.groups.values());
    if (deletedToo) {
      store
          .deleted()
          .forEach(
              group -> {
                if (group.deleted) {
                  groups.add(group);
                }
              });
    }
    List<String> ids = input.texts("ActivityIds");
    List<Found> found = new ArrayList<>();
    for (Group group : groups) {
      if (name.isEmpty() || name.get().equals(group.name)) {
        for (Activity activity : group.activities) {
          if (ids.isEmpty() || ids.contains(activity.id())) {
            found.add(new Found(found.size(), group, activity));
          }
        }
      }
    }
    Page<Found> page =
        AwsPage.of(
            found,
            Found::key,
            DescribeGroupsOperation.pageSize(input, LARGEST_PAGE, LARGEST_PAGE),
            input);
    return new Struct()
        .set(
            "Activities", page.items().stream().map(f -> f.activity().toStruct(f.group())).toList())
        .set("NextToken", page.next());
  }
}
