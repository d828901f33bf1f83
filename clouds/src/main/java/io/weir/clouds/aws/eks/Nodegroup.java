package io.weir.clouds.aws.eks;

import io.weir.clouds.aws.wire.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node group, changed in place. */
final class Nodegroup {
  final String cluster;
  final String name;

  /** As it is shown, in the members of the model, tags and labels apart. */
  Struct shown;

  final Map<String, String> tags = new TreeMap<>();
  final Map<String, String> labels = new TreeMap<>();

  /** By key and effect. */
  final Map<String, Struct> taints = new TreeMap<>();

  final List<Struct> issues = new ArrayList<>();

  /** Updates, oldest first. */
  final List<Struct> updates = new ArrayList<>();

  Nodegroup(String cluster, String name, Struct shown) {
    this.cluster = cluster;
    this.name = name;
    this.shown = shown;
  }

  String status() {
    return shown.text("status");
  }

  void setStatus(String status) {
    shown.set("status", status);
  }

  String version() {
    return shown.text("version");
  }

  /** Name of its Auto Scaling group, and of the launch template of that. */
  String group() {
    return shown
        .struct("resources")
        .orElseThrow()
        .structs("autoScalingGroups")
        .getFirst()
        .text("name");
  }

  /** As an answer has it. */
  Struct toStruct() {
    Struct told = shown.mergedWith(new Struct());
    told.set("tags", map(tags)).set("labels", map(labels));
    told.set("taints", List.copyOf(taints.values()));
    return told.set("health", new Struct().set("issues", List.copyOf(issues)));
  }

  static Struct map(Map<String, String> entries) {
    Struct map = new Struct();
    entries.forEach(map::set);
    return map;
  }
}
