package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Operations on the tags of groups. */
final class GroupTagOperations {
  private static final int MOST = 50;
  private static final String TYPE = "auto-scaling-group";

  private final GroupStore store;

  GroupTagOperations(GroupStore store) {
    this.store = store;
  }

  Map<String, Handler> handlers() {
    return Map.of("CreateOrUpdateTags", this::create, "DeleteTags", this::delete);
  }

  private Struct create(AwsCall awsCall) {
    for (Struct tag : awsCall.input().structs("Tags")) {
      put(group(tag), List.of(tag));
    }
    return new Struct();
  }

  private Struct delete(AwsCall awsCall) {
    for (Struct tag : awsCall.input().structs("Tags")) {
      group(tag).tags.remove(tag.text("Key"));
    }
    return new Struct();
  }

  static void put(Group group, List<Struct> tags) {
    Set<String> keys = new TreeSet<>(group.tags.keySet());
    for (Struct tag : tags) {
      keys.add(tag.text("Key"));
      tag.findText("ResourceId")
          .filter(id -> !id.equals(group.name))
          .ifPresent(
              id -> {
                throw AwsErrorException.validationError(
                    "The resource id '" + id + "' of a tag is not the group " + group.name);
              });
      if (tag.text("Key").startsWith("aws:")) {
        throw AwsErrorException.validationError(
            "Tag keys starting with 'aws:' are reserved for internal use");
      }
    }
    if (keys.size() > MOST) {
      throw AwsErrorException.of("LimitExceeded", "A group can have " + MOST + " tags at most");
    }
    for (Struct tag : tags) {
      group.tags.put(
          tag.text("Key"),
          new Group.Tag(tag.findText("Value").orElse(""), tag.flag("PropagateAtLaunch")));
    }
  }

  static List<Struct> toStructs(Group group) {
    return group.tags.entrySet().stream()
        .map(
            tag ->
                new Struct()
                    .set("ResourceId", group.name)
                    .set("ResourceType", TYPE)
                    .set("Key", tag.getKey())
                    .set("Value", tag.getValue().value())
                    .set("PropagateAtLaunch", tag.getValue().propagated()))
        .toList();
  }

  private Group group(Struct tag) {
    if (!tag.findText("ResourceType").orElse(TYPE).equals(TYPE)) {
      throw AwsErrorException.validationError("The resource type of a tag must be " + TYPE);
    }
    String name = tag.findText("ResourceId").orElse("");
    return store.find(name).orElseThrow(() -> GroupStore.notFound(name));
  }
}
