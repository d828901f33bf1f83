package io.weir.clouds.azure.arm;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a resource in a resource group. Azure does not tell capital letters in ids from small
 * ones, and gives names back as they were first written.
 *
 * @param subscription id of the subscription
 * @param group name of the resource group
 * @param type with its namespace, such as {@code Microsoft.Compute/virtualMachineScaleSets}
 * @param name its name; for a part of another resource with slashes
 */
public record ResourceId(String subscription, String group, String type, String name) {
  private static final Pattern ID =
      Pattern.compile(
          "/subscriptions/([^/]+)/resourceGroups/([^/]+)/providers/([^/]+)/(.+)",
          Pattern.CASE_INSENSITIVE);

  /** Reads an id; empty if it is none. */
  public static Optional<ResourceId> parse(String text) {
    Matcher match = ID.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    String[] segments = match.group(4).split("/", -1);
    if (segments.length % 2 != 0) {
      return Optional.empty();
    }
    var type = new StringBuilder(match.group(3));
    var name = new StringBuilder();
    for (int i = 0; i < segments.length; i += 2) {
      type.append('/').append(segments[i]);
      name.append(i == 0 ? "" : "/").append(segments[i + 1]);
    }
    return Optional.of(
        new ResourceId(match.group(1), match.group(2), type.toString(), name.toString()));
  }

  /** A part of this resource. */
  public ResourceId child(String childType, String childName) {
    return new ResourceId(subscription, group, type + "/" + childType, name + "/" + childName);
  }

  /** The same in a resource group that is written otherwise. */
  public ResourceId inGroup(String otherGroup) {
    return new ResourceId(subscription, otherGroup, type, name);
  }

  /** Something that is equal for ids that Azure takes for the same. */
  public String key() {
    return toString().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    String[] types = type.split("/", -1);
    String[] names = name.split("/", -1);
    var id =
        new StringBuilder("/subscriptions/")
            .append(subscription)
            .append("/resourceGroups/")
            .append(group)
            .append("/providers/")
            .append(types[0]);
    for (int i = 0; i < names.length; i++) {
      id.append('/').append(types[i + 1]).append('/').append(names[i]);
    }
    return id.toString();
  }
}
