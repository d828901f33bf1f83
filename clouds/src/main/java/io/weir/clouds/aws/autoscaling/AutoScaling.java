package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.world.Place;
import java.util.HashMap;
import java.util.Map;

/** Auto Scaling in one account and region. */
public final class AutoScaling {
  private final GroupStore store = new GroupStore();
  private final Map<String, Handler> handlers = new HashMap<>();

  /** Auto Scaling without a group, launching through the EC2 of the same place. */
  public AutoScaling(Place place, Ec2 ec2) {
    GroupEngine engine = new GroupEngine(place, ec2, store.groups);
    handlers.putAll(new GroupOperations(place, ec2, store, engine).handlers());
    handlers.putAll(new GroupReader(place, store).handlers());
    handlers.putAll(new GroupTags(store).handlers());
    handlers.putAll(new ActivityOperations(store).handlers());
    handlers.putAll(new HookOperations(store).handlers());
    handlers.putAll(new ProcessOperations(place, store, engine).handlers());
    handlers.putAll(new MemberOperations(store, engine).handlers());
    handlers.putAll(new RefreshOperations(place, ec2, store, engine).handlers());
  }

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return handlers;
  }

  /** The groups as they are now, without ids and times, so that two runs can be compared. */
  public Map<String, Object> picture() {
    return GroupPicture.of(store.groups.values());
  }
}
