package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CreateTags and DeleteTags, for launch templates and instances. */
final class TagOperations {
  private static final int MOST_RESOURCES = 1000;

  private final TemplateStore templates;
  private final Ec2Instances ec2Instances;

  TagOperations(TemplateStore templates, Ec2Instances ec2Instances) {
    this.templates = templates;
    this.ec2Instances = ec2Instances;
  }

  Map<String, Handler> handlers() {
    return Map.of("CreateTags", this::create, "DeleteTags", this::delete);
  }

  private Struct create(AwsCall awsCall) {
    Map<String, String> given = Tags.read(awsCall.input().structs("Tags"));
    List<Map<String, String>> resources = resources(awsCall.input());
    for (Map<String, String> tags : resources) {
      Map<String, String> together = new HashMap<>(tags);
      together.putAll(given);
      Tags.requireWithinLimit(together);
    }
    resources.forEach(tags -> tags.putAll(given));
    return new Struct();
  }

  // A tag given with a value goes only if it has that value; no tags at all means every tag.
  private Struct delete(AwsCall awsCall) {
    List<Struct> given = awsCall.input().structs("Tags");
    for (Map<String, String> tags : resources(awsCall.input())) {
      if (given.isEmpty()) {
        tags.clear();
      }
      for (Struct tag : given) {
        String key = tag.findText("Key").orElse("");
        tag.findText("Value")
            .ifPresentOrElse(value -> tags.remove(key, value), () -> tags.remove(key));
      }
    }
    return new Struct();
  }

  private List<Map<String, String>> resources(Struct input) {
    List<String> ids = input.texts("Resources");
    if (ids.size() > MOST_RESOURCES) {
      throw AwsErrorException.of(
          "InvalidParameterValue", "The number of resources is limited to " + MOST_RESOURCES);
    }
    return ids.stream().map(this::tags).toList();
  }

  private Map<String, String> tags(String id) {
    if (id.startsWith("lt-")) {
      return templates.withId(id).orElseThrow(() -> TemplateStore.idNotFound(id)).tags();
    }
    if (id.startsWith("i-")) {
      return ec2Instances
          .withId(id)
          .orElseThrow(
              () ->
                  AwsErrorException.of(
                      "InvalidInstanceID.NotFound", "The instance ID '" + id + "' does not exist"))
          .tags();
    }
    throw AwsErrorException.of("InvalidID", "The ID '" + id + "' is not valid");
  }
}
