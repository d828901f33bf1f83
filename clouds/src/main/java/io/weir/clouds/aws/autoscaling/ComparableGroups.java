package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.Subnet;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Groups without what differs from run to run. */
final class ComparableGroups {
  private ComparableGroups() {}

  static Map<String, Object> of(Collection<Group> groups) {
    Map<String, Object> all = new TreeMap<>();
    groups.forEach(group -> all.put(group.name, of(group)));
    return all;
  }

  private static Map<String, Object> of(Group group) {
    Map<String, Object> picture = new TreeMap<>();
    picture.put("min", group.min);
    picture.put("max", group.max);
    picture.put("desired", group.desired);
    picture.put("deleting", group.deleting);
    picture.put("subnets", group.subnets.stream().map(Subnet::id).toList());
    picture.put("settings", new TreeMap<>(group.settings.toMap()));
    picture.put("template", group.source.template().findText("Version").orElse("$Default"));
    group.source.policy().ifPresent(policy -> picture.put("policy", policy.toMap()));
    picture.put(
        "tags",
        group.tags.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, tag -> tag.getValue().value(), (a, _) -> a, TreeMap::new)));
    picture.put("suspended", group.suspended.keySet());
    Map<String, Object> hooks = new TreeMap<>();
    group.hooks.forEach((name, hook) -> hooks.put(name, new TreeMap<>(hook.toMap())));
    picture.put("hooks", hooks);
    picture.put("instances", instances(group));
    return picture;
  }

  private static Map<String, Long> instances(Group group) {
    return group.members.values().stream()
        .collect(
            Collectors.groupingBy(
                m ->
                    "%s %s %s v%d"
                        .formatted(
                            m.lifecycle.awsName(),
                            m.zone(),
                            m.machine.launchRequest().type(),
                            m.version),
                TreeMap::new,
                Collectors.counting()));
  }
}
