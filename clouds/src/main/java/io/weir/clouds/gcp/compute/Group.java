package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A managed instance group. Guarded by its project's lock. */
final class Group {
  private static final List<String> ACTIONS =
      List.of(
          "abandoning",
          "creating",
          "creatingWithoutRetries",
          "deleting",
          "none",
          "recreating",
          "refreshing",
          "restarting");

  /** {@code zones/z} or {@code regions/r}. */
  final String location;

  /** What people have set. */
  final ObjectNode settings;

  final List<Machine> machines = new ArrayList<>();
  long generation = 1;

  /** The ID of the operation that deletes it; empty if none does. */
  String deletion = "";

  Group(String location, ObjectNode settings) {
    this.location = location;
    this.settings = settings;
  }

  String name() {
    return settings.path("name").asText();
  }

  String path() {
    return location + "/instanceGroupManagers/" + name();
  }

  int targetSize() {
    return settings.path("targetSize").asInt();
  }

  void setTargetSize(int size) {
    settings.put("targetSize", Math.max(0, size));
    generation++;
  }

  String template() {
    String url = settings.path("instanceTemplate").asText();
    return url.substring(url.lastIndexOf('/') + 1);
  }

  boolean isProactive() {
    return settings.at("/updatePolicy/type").asText("").equals("PROACTIVE");
  }

  boolean updatesOnRepair() {
    return settings.at("/instanceLifecyclePolicy/forceUpdateOnRepair").asText("").equals("YES");
  }

  int maxSurge() {
    return settings.at("/updatePolicy/maxSurge/fixed").asInt(1);
  }

  boolean isDeleting() {
    return !deletion.isEmpty();
  }

  List<Machine> staying() {
    return machines.stream().filter(Machine::isStaying).toList();
  }

  /** The zones that its machines may be in. */
  List<String> zones(List<String> ofRegion) {
    if (location.startsWith("zones/")) {
      return List.of(location.substring("zones/".length()));
    }
    List<String> asked =
        settings
            .at("/distributionPolicy/zones")
            .valueStream()
            .map(each -> each.path("zone").asText(""))
            .map(url -> url.substring(url.lastIndexOf('/') + 1))
            .toList();
    return asked.isEmpty() ? ofRegion : asked;
  }

  String fingerprint() {
    return Base64.getEncoder()
        .encodeToString(Long.toString(generation).getBytes(StandardCharsets.US_ASCII));
  }

  ObjectNode toJson(Project project, List<String> zonesOfRegion) {
    ObjectNode shown = settings.deepCopy();
    shown.put("kind", "compute#instanceGroupManager").put("fingerprint", fingerprint());
    shown.put("instanceTemplate", project.url(Templates.COLLECTION + template()));
    shown.put("selfLink", project.url(path()));
    shown.put("instanceGroup", project.url(location + "/instanceGroups/" + name()));
    shown
        .putArray("versions")
        .addObject()
        .put("instanceTemplate", shown.path("instanceTemplate").asText());
    if (location.startsWith("zones/")) {
      shown.put("zone", project.url(location));
    } else {
      shown.put("region", project.url(location));
      var zones = shown.withObject("/distributionPolicy").putArray("zones");
      zones(zonesOfRegion)
          .forEach(zone -> zones.addObject().put("zone", project.url("zones/" + zone)));
    }
    ObjectNode actions = shown.putObject("currentActions");
    counts().forEach(actions::put);
    ObjectNode status = shown.putObject("status");
    status.put("isStable", isStable());
    status
        .putObject("versionTarget")
        .put("isReached", staying().stream().allMatch(each -> each.template.equals(template())));
    return shown;
  }

  private Map<String, Integer> counts() {
    var counts = new TreeMap<String, Integer>();
    ACTIONS.forEach(action -> counts.put(action, 0));
    machines.forEach(
        machine -> counts.merge(machine.action.toLowerCase(Locale.ROOT), 1, Integer::sum));
    return counts;
  }

  boolean isStable() {
    return !isDeleting()
        && machines.size() == targetSize()
        && machines.stream().allMatch(Machine::isStable);
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode().put("location", location);
    saved.put("generation", generation).put("deletion", deletion);
    saved.set("settings", settings.deepCopy());
    var list = saved.putArray("machines");
    machines.forEach(machine -> list.add(machine.save()));
    return saved;
  }

  static Group load(JsonNode saved) {
    var group =
        new Group(saved.path("location").asText(), (ObjectNode) saved.path("settings").deepCopy());
    group.generation = saved.path("generation").asLong();
    group.deletion = saved.path("deletion").asText();
    saved.path("machines").forEach(each -> group.machines.add(Machine.load(each)));
    return group;
  }
}
