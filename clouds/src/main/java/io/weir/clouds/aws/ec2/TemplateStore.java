package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Struct;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The launch templates of one account and region. */
public final class TemplateStore {
  private static final int MOST_USER_DATA = 16 * 1024;

  private final Map<String, LaunchTemplate> byId = new LinkedHashMap<>();
  private final Map<String, LaunchTemplate> byName = new HashMap<>();

  TemplateStore() {}

  /** All of them, in the order of creation. */
  public Collection<LaunchTemplate> all() {
    return byId.values();
  }

  /** The template of this id, if it exists. */
  public Optional<LaunchTemplate> withId(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The template of this name, if it exists. */
  public Optional<LaunchTemplate> withName(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The template of this id, or one that stands for it where it has been deleted. */
  public LaunchTemplate known(String id, String name) {
    return withId(id).orElseGet(() -> new LaunchTemplate(id, name, Instant.EPOCH, Map.of()));
  }

  /** The templates by name, without ids and times, and user data only as a digest. */
  public Map<String, Object> picture() {
    Map<String, Object> all = new TreeMap<>();
    byName.forEach((name, template) -> all.put(name, picture(template)));
    return all;
  }

  private static Map<String, Object> picture(LaunchTemplate template) {
    Map<String, Object> versions = new TreeMap<>();
    template
        .versions()
        .forEach(
            (number, version) -> {
              Map<String, Object> data = new TreeMap<>(version.data().plain());
              data.computeIfPresent(
                  "UserData", (_, text) -> "hash " + Integer.toHexString(text.hashCode()));
              versions.put(number.toString(), data);
            });
    return Map.of(
        "tags", template.tags(),
        "default", template.defaultVersion(),
        "latest", template.latestVersion(),
        "versions", versions);
  }

  void add(LaunchTemplate template) {
    byId.put(template.id(), template);
    byName.put(template.name(), template);
  }

  void remove(LaunchTemplate template) {
    byId.remove(template.id());
    byName.remove(template.name());
  }

  /** The template that a request names by id or by name, one of which it must give. */
  LaunchTemplate named(Struct input) {
    Optional<String> id = input.find("LaunchTemplateId");
    Optional<String> name = input.find("LaunchTemplateName");
    if (id.isPresent() == name.isPresent()) {
      throw AwsRefusal.of(
          id.isPresent() ? "InvalidParameterCombination" : "MissingParameter",
          "Either a launch template ID or a launch template name must be specified, and not both.");
    }
    return id.isPresent()
        ? withId(id.get()).orElseThrow(() -> noId(id.get()))
        : withName(name.orElseThrow()).orElseThrow(() -> noName(name.orElseThrow()));
  }

  static AwsRefusal noId(String id) {
    return AwsRefusal.of(
        "InvalidLaunchTemplateId.NotFound",
        "The specified launch template, with template ID " + id + ", does not exist.");
  }

  static AwsRefusal noName(String name) {
    return AwsRefusal.of(
        "InvalidLaunchTemplateName.NotFoundException",
        "The specified launch template, with template name " + name + ", does not exist.");
  }

  static AwsRefusal noVersion(LaunchTemplate template, String version) {
    return AwsRefusal.of(
        "InvalidLaunchTemplateId.VersionNotFound",
        "Could not find the specified version "
            + version
            + " for the launch template with ID "
            + template.id()
            + ".");
  }

  // EC2 looks at nothing else in the data before somebody launches from it.
  static Struct checked(Struct data) {
    data.find("UserData")
        .ifPresent(
            text -> {
              if (decoded(text).length > MOST_USER_DATA) {
                throw AwsRefusal.of("InvalidParameterValue", "User data is limited to 16384 bytes");
              }
            });
    return data;
  }

  static byte[] decoded(String userData) {
    try {
      return Base64.getDecoder().decode(userData);
    } catch (IllegalArgumentException malformed) {
      throw AwsRefusal.of("InvalidUserData.Malformed", "Invalid BASE64 encoding of user data.");
    }
  }
}
