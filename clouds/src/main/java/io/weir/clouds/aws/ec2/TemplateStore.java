package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsErrorException;
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
  public LaunchTemplate findOrPlaceholder(String id, String name) {
    return withId(id).orElseGet(() -> new LaunchTemplate(id, name, Instant.EPOCH, Map.of()));
  }

  /** The templates by name, without ids and times, and user data only as a digest. */
  public Map<String, Object> comparableState() {
    Map<String, Object> all = new TreeMap<>();
    byName.forEach((name, template) -> all.put(name, comparableState(template)));
    return all;
  }

  private static Map<String, Object> comparableState(LaunchTemplate template) {
    Map<String, Object> versions = new TreeMap<>();
    template
        .versions()
        .forEach(
            (number, version) -> {
              Map<String, Object> data = new TreeMap<>(version.data().toMap());
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
  LaunchTemplate requestedTemplate(Struct input) {
    Optional<String> id = input.findText("LaunchTemplateId");
    Optional<String> name = input.findText("LaunchTemplateName");
    if (id.isPresent() == name.isPresent()) {
      throw AwsErrorException.of(
          id.isPresent() ? "InvalidParameterCombination" : "MissingParameter",
          "Either a launch template ID or a launch template name must be specified, and not both.");
    }
    return id.isPresent()
        ? withId(id.get()).orElseThrow(() -> idNotFound(id.get()))
        : withName(name.orElseThrow()).orElseThrow(() -> nameNotFound(name.orElseThrow()));
  }

  static AwsErrorException idNotFound(String id) {
    return AwsErrorException.of(
        "InvalidLaunchTemplateId.NotFound",
        "The specified launch template, with template ID " + id + ", does not exist.");
  }

  static AwsErrorException nameNotFound(String name) {
    return AwsErrorException.of(
        "InvalidLaunchTemplateName.NotFoundException",
        "The specified launch template, with template name " + name + ", does not exist.");
  }

  static AwsErrorException versionNotFound(LaunchTemplate template, String version) {
    return AwsErrorException.of(
        "InvalidLaunchTemplateId.VersionNotFound",
        "Could not find the specified version "
            + version
            + " for the launch template with ID "
            + template.id()
            + ".");
  }

  // EC2 looks at nothing else in the data before somebody launches from it.
  static Struct validated(Struct data) {
    data.findText("UserData")
        .ifPresent(
            text -> {
              if (decodeUserData(text).length > MOST_USER_DATA) {
                throw AwsErrorException.of(
                    "InvalidParameterValue", "User data is limited to 16384 bytes");
              }
            });
    return data;
  }

  /**
   * User data as it is before base64.
   *
   * @throws AwsErrorException when it is not base64
   */
  public static byte[] decodeUserData(String userData) {
    try {
      return Base64.getDecoder().decode(userData);
    } catch (IllegalArgumentException malformed) {
      throw AwsErrorException.of(
          "InvalidUserData.Malformed", "Invalid BASE64 encoding of user data.");
    }
  }
}
