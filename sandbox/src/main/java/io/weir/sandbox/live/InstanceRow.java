package io.weir.sandbox.live;

import java.util.Map;

/**
 * What a person sees of an instance in the cloud.
 *
 * @param id the cloud's id
 * @param group the scale set that made it
 * @param zone where it runs
 * @param state the cloud's word for how far it is
 */
public record InstanceRow(String id, String group, String zone, String state) {

  static InstanceRow of(Map<String, String> picture) {
    return new InstanceRow(
        picture.getOrDefault("id", ""),
        picture.getOrDefault("group", ""),
        picture.getOrDefault("zone", ""),
        picture.getOrDefault("state", ""));
  }

  boolean terminated() {
    return state.equals("terminated");
  }
}
