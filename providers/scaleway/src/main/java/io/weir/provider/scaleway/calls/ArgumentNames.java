package io.weir.provider.scaleway.calls;

import java.util.Map;

/**
 * Which field people have to correct where Kapsule names an argument: its own names are on the
 * wire, such as {@code kubelet_args.maxPods}.
 */
final class ArgumentNames {

  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry("node_type", "spec.nodeType"),
          Map.entry("zone", "spec.zone"),
          Map.entry("placement_group_id", "spec.placementGroupID"),
          Map.entry("security_group_id", "spec.securityGroupID"),
          Map.entry("root_volume_type", "spec.rootVolumeType"),
          Map.entry("root_volume_size", "spec.rootVolumeSizeGB"),
          Map.entry("public_ip_disabled", "spec.publicIPDisabled"),
          Map.entry("autohealing", "spec.autohealing"),
          Map.entry("autoscaling", "spec.scaling.autoscaling"),
          Map.entry("min_size", "spec.scaling.minSize"),
          Map.entry("max_size", "spec.scaling.maxSize"),
          Map.entry("tags", "spec.additionalTags"),
          Map.entry("kubelet_args", "spec.kubeletArgs"),
          Map.entry("upgrade_policy", "spec.upgradePolicy"),
          Map.entry("upgrade_policy.max_unavailable", "spec.upgradePolicy.maxUnavailable"),
          Map.entry("upgrade_policy.max_surge", "spec.upgradePolicy.maxSurge"),
          Map.entry("max_unavailable", "spec.upgradePolicy.maxUnavailable"),
          Map.entry("max_surge", "spec.upgradePolicy.maxSurge"),
          Map.entry("size", "spec.replicas of the MachinePool"),
          Map.entry("version", "spec.template.spec.version of the MachinePool"));

  private ArgumentNames() {}

  /** The field, with the key of a map behind it; the argument itself if no field is known. */
  static String field(String argument) {
    String whole = FIELDS.get(argument);
    if (whole != null) {
      return whole;
    }
    int dot = argument.indexOf('.');
    String outer = dot < 0 ? null : FIELDS.get(argument.substring(0, dot));
    return outer == null ? argument : outer + argument.substring(dot);
  }
}
