package io.weir.clouds.aws;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a request is about, read from its form. */
final class RequestResource {
  private static final List<String> NAMES =
      List.of(
          "AutoScalingGroupName",
          "LaunchTemplateName",
          "LaunchTemplateId",
          "LaunchTemplate.LaunchTemplateId",
          "InstanceId",
          "InstanceId.1",
          "ResourceId.1",
          "Tags.member.1.ResourceId");
  private static final Set<String> LEFT_OUT = Set.of("Action", "Version", "ClientToken");

  private RequestResource() {}

  /** The name of the resource; empty when the request names none. */
  static String resourceName(Map<String, String> fields) {
    return NAMES.stream().filter(fields::containsKey).findFirst().map(fields::get).orElse("");
  }

  /** The parameters that are no part of a list or structure. */
  static Map<String, String> plainParameters(Map<String, String> fields) {
    Map<String, String> plain = new TreeMap<>();
    fields.forEach(
        (name, value) -> {
          if (name.indexOf('.') < 0 && !LEFT_OUT.contains(name)) {
            plain.put(name, value);
          }
        });
    return plain;
  }
}
