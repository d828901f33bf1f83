package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CreateTags and DeleteTags, for launch templates and instances. */
final class TagOperations {
  private static final int MOST_RESOURCES = 1000;

  private final TemplateStore templates;
  private final Machines machines;

  TagOperations(TemplateStore templates, Machines machines) {
    this.templates = templates;
    this.machines = machines;
  }

  Map<String, Handler> handlers() {
    return Map.of("CreateTags", this::create, "DeleteTags", this::delete);
  }

  private Struct create(Call call) {
    Map<String, String> given = Tags.read(call.input().structs("Tags"));
    List<Map<String, String>> resources = resources(call.input());
    for (Map<String, String> tags : resources) {
      Map<String, String> together = new HashMap<>(tags);
      together.putAll(given);
      Tags.checked(together);
    }
    resources.forEach(tags -> tags.putAll(given));
    return new Struct();
  }

  // A tag given with a value goes only if it has that value; no tags at all means every tag.
  private Struct delete(Call call) {
    List<Struct> given = call.input().structs("Tags");
    for (Map<String, String> tags : resources(call.input())) {
      if (given.isEmpty()) {
        tags.clear();
      }
      for (Struct tag : given) {
        String key = tag.find("Key").orElse("");
        tag.find("Value").ifPresentOrElse(value -> tags.remove(key, value), () -> tags.remove(key));
      }
    }
    return new Struct();
  }

  private List<Map<String, String>> resources(Struct input) {
    List<String> ids = input.texts("Resources");
    if (ids.size() > MOST_RESOURCES) {
      throw AwsRefusal.of(
          "InvalidParameterValue", "The number of resources is limited to " + MOST_RESOURCES);
    }
    return ids.stream().map(this::tags).toList();
  }

  private Map<String, String> tags(String id) {
    if (id.startsWith("lt-")) {
      return templates.withId(id).orElseThrow(() -> TemplateStore.noId(id)).tags();
    }
    if (id.startsWith("i-")) {
      return machines
          .withId(id)
          .orElseThrow(
              () ->
                  AwsRefusal.of(
                      "InvalidInstanceID.NotFound", "The instance ID '" + id + "' does not exist"))
          .tags();
    }
    throw AwsRefusal.of("InvalidID", "The ID '" + id + "' is not valid");
  }
}
