package io.weir.provider.aws.machinepool;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A form's fields without what says nothing: order of tags and groups, repeated values, random
 * tokens, and the user data, which the recordings leave out.
 */
public final class NormalizedForm {

  private static final Pattern LISTED = Pattern.compile("(.*)(Tag|Tags\\.member)\\.(\\d+)\\.(.*)");

  private NormalizedForm() {}

  public static Map<String, String> of(Map<String, String> form) {
    var meaning = new TreeMap<String, String>();
    form.forEach((key, value) -> meaning.put(name(key, form), value(key, value, form)));
    meaning.keySet().removeIf(key -> key.matches("ClientToken|VersionDescription|.*UserData"));
    return meaning;
  }

  private static String name(String key, Map<String, String> form) {
    if (key.contains("SecurityGroupId.")) {
      return "SecurityGroupId " + form.get(key);
    }
    String named = specification(key, form);
    Matcher tag = LISTED.matcher(key);
    if (!tag.matches()) {
      return named;
    }
    String prefix = tag.group(1) + tag.group(2) + "." + tag.group(3);
    return specification(tag.group(1), form) + form.get(prefix + ".Key") + " " + tag.group(4);
  }

  /** Tag specifications are known by what they are for. */
  private static String specification(String key, Map<String, String> form) {
    var types = new HashMap<String, String>();
    form.forEach(
        (name, type) -> {
          if (name.endsWith(".ResourceType") && name.contains("TagSpecification.")) {
            types.put(name.substring(0, name.length() - "ResourceType".length()), type + ".");
          }
        });
    return types.keySet().stream()
        .filter(key::startsWith)
        .findFirst()
        .map(prefix -> types.get(prefix) + key.substring(prefix.length()))
        .orElse(key);
  }

  private static String value(String key, String value, Map<String, String> form) {
    boolean hash =
        key.endsWith(".Value")
            && form.getOrDefault(key.replaceAll("Value$", "Key"), "")
                .endsWith("/bootstrap-data-hash");
    return hash ? "<sha256>" : value;
  }
}
