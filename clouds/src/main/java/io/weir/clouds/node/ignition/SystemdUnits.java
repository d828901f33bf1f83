package io.weir.clouds.node.ignition;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.cloudinit.UserDataResult;
import io.weir.clouds.node.host.FileSystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The units that a configuration enables, as systemd starts them: those that run a script. */
final class SystemdUnits {
  private static final Pattern SCRIPT =
      Pattern.compile("(?m)^ExecStart=(?:/usr)?/bin/(?:ba)?sh (\\S+)$");
  private static final Pattern CONDITION = Pattern.compile("(?m)^ConditionPathExists=(\\S+)$");

  /** Written by the image's metadata agent. */
  private static final Pattern METADATA =
      Pattern.compile("(?m)^EnvironmentFile=-?/run/metadata/(?:flatcar|coreos|afterburn)$");

  private SystemdUnits() {}

  static UserDataResult start(JsonNode list, Map<String, String> metadata, FileSystem files)
      throws IgnitionException {
    Map<String, StringBuilder> texts = enabled(list);
    var commands = new ArrayList<String>();
    var environment = new HashMap<String, String>();
    var warnings = new ArrayList<String>();
    for (var unit : texts.entrySet()) {
      String text = unit.getValue().toString();
      Optional<String> script = first(SCRIPT, text);
      if (script.isEmpty() || !met(text, files)) {
        continue;
      }
      if (METADATA.matcher(text).find()) {
        environment.putAll(environment(metadata));
      }
      files
          .read(script.get())
          .ifPresentOrElse(
              file -> commands.addAll(commands(file.text())),
              () -> warnings.add(unit.getKey() + ": " + script.get() + " is not there"));
    }
    return new UserDataResult(
        List.of(),
        commands,
        warnings,
        true,
        Optional.of(new UserDataResult.FailFastScript(environment)));
  }

  /** The text of each unit that is started, its drop-ins after its own. */
  private static Map<String, StringBuilder> enabled(JsonNode list) throws IgnitionException {
    var texts = new LinkedHashMap<String, StringBuilder>();
    var enabled = new HashMap<String, Boolean>();
    for (JsonNode unit : list) {
      String name = unit.path("name").asText("");
      if (name.isEmpty()) {
        throw new IgnitionException("a unit without a name");
      }
      var text = texts.computeIfAbsent(name, _ -> new StringBuilder());
      text.append(unit.path("contents").asText("")).append('\n');
      unit.path("dropins")
          .forEach(dropIn -> text.append(dropIn.path("contents").asText("")).append('\n'));
      if (unit.path("enabled").isBoolean()) {
        enabled.put(name, unit.path("enabled").asBoolean());
      }
    }
    texts.entrySet().removeIf(unit -> !runs(unit.getKey(), unit.getValue(), enabled));
    return texts;
  }

  /** Enabling a unit without an Install section has no effect. */
  private static boolean runs(String name, StringBuilder text, Map<String, Boolean> enabled) {
    return enabled.getOrDefault(name, false) && text.indexOf("[Install]") >= 0;
  }

  private static boolean met(String unit, FileSystem files) {
    return first(CONDITION, unit).map(path -> files.read(path).isPresent()).orElse(true);
  }

  private static List<String> commands(String script) {
    return script
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.equals("set -e"))
        .toList();
  }

  private static Map<String, String> environment(Map<String, String> metadata) {
    var variables = new HashMap<String, String>();
    metadata.forEach(
        (key, value) ->
            variables.put(
                "COREOS_EC2_"
                    + switch (key) {
                      case "local-hostname" -> "HOSTNAME";
                      case "local-ipv4" -> "IPV4_LOCAL";
                      default -> key.replace('-', '_').toUpperCase(Locale.ROOT);
                    },
                value));
    return variables;
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
