package io.weir.clouds.aws.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.Handler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Auto Scaling in one account and region. */
public final class AutoScaling {
  private final GroupStore store = new GroupStore();
  private final Ec2 ec2;
  private final GroupReconciler engine;
  private final GroupsStateJson saved;
  private final Map<String, Handler> handlers = new HashMap<>();

  /** Auto Scaling without a group, launching through the EC2 of the same account and region. */
  public AutoScaling(AccountRegion accountRegion, Ec2 ec2) {
    this.ec2 = ec2;
    saved = new GroupsStateJson(accountRegion, ec2);
    engine = new GroupReconciler(accountRegion, ec2, store.groups);
    handlers.putAll(new GroupOperations(accountRegion, ec2, store, engine).handlers());
    handlers.putAll(new DescribeGroupsOperation(accountRegion, store).handlers());
    handlers.putAll(new GroupTagOperations(store).handlers());
    handlers.putAll(new ActivityOperations(store).handlers());
    handlers.putAll(new HookOperations(store, engine.hooks()).handlers());
    handlers.putAll(new ProcessOperations(accountRegion, store, engine).handlers());
    handlers.putAll(new MemberOperations(store, engine).handlers());
    handlers.putAll(new RefreshOperations(accountRegion, ec2, store, engine).handlers());
  }

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return handlers;
  }

  /** The tags of the group of this name; none if there is no such group. */
  public Map<String, String> tagsOf(String group) {
    Map<String, String> tags = new HashMap<>();
    store
        .find(group)
        .ifPresent(found -> found.tags.forEach((key, tag) -> tags.put(key, tag.value())));
    return tags;
  }

  /** The name of the group that an instance is in; empty if it is in none. */
  public Optional<String> groupOf(String instanceId) {
    return store.findGroupOf(instanceId).map(group -> group.name);
  }

  /** The groups, to go on from another time. Under the lock of the account and region. */
  public ArrayNode save() {
    return GroupsStateJson.toJson(store.groups.values());
  }

  /** Takes groups of another time in, after their instances; nothing moves yet. */
  public void load(JsonNode groups) {
    saved.fromJson(groups).forEach(group -> store.groups.put(group.name, group));
  }

  /** Lets all groups go on, after their instances do. */
  public void resume() {
    List.copyOf(store.groups.values()).forEach(engine::resumeRestored);
  }

  /** The user data of the next instance of each group that does not go. */
  public Map<String, byte[]> launchData() {
    Map<String, byte[]> data = new HashMap<>();
    for (Group group : store.groups.values()) {
      if (!group.deleting) {
        group.launchSource().userData(ec2.templates()).ifPresent(it -> data.put(group.name, it));
      }
    }
    return data;
  }

  /** The groups as they are now, without ids and times, so that two runs can be compared. */
  public Map<String, Object> comparableState() {
    return ComparableGroups.of(store.groups.values());
  }
}
