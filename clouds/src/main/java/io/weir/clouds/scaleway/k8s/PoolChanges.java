package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.wire.Complaint;
import io.weir.clouds.scaleway.wire.Fields;
import io.weir.clouds.scaleway.world.World;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what may be set at the birth of a pool as well as later. */
final class PoolChanges {
  static final Set<String> FIELDS =
      Set.of(
          "autoscaling",
          "size",
          "min_size",
          "max_size",
          "autohealing",
          "tags",
          "kubelet_args",
          "upgrade_policy",
          "security_group_id",
          "max_termination_grace_period");
  private static final int LARGEST_PLACEMENT_GROUP = 20;
  private static final int LONGEST_TAG = 128;

  private final World world;
  private final PoolSettings settings;
  private final Fields fields;

  PoolChanges(World world, PoolSettings settings, Fields fields) {
    this.world = world;
    this.settings = settings;
    this.fields = fields;
  }

  /** Takes over the fields that are there; what is absent stays as it is. */
  void read() {
    sizes();
    settings.autohealing = fields.flag("autohealing").orElse(settings.autohealing);
    settings.securityGroupId = fields.uuid("security_group_id").orElse(settings.securityGroupId);
    settings.maxTerminationGracePeriod =
        fields.text("max_termination_grace_period").orElse(settings.maxTerminationGracePeriod);
    fields.texts("tags").ifPresent(this::tags);
    fields.map("kubelet_args").ifPresent(this::kubeletArgs);
    fields.object("upgrade_policy").ifPresent(this::upgradePolicy);
  }

  private void sizes() {
    settings.autoscaling = fields.flag("autoscaling").orElse(settings.autoscaling);
    settings.size = fields.count("size").orElse(settings.size);
    settings.minSize = fields.count("min_size").orElse(settings.minSize);
    settings.maxSize = fields.count("max_size").orElse(settings.maxSize);
    if (settings.autoscaling) {
      fields.demand(!settings.external(), "autoscaling", "is not for external nodes");
      fields.demand(
          settings.minSize <= settings.maxSize, "min_size", "must not be more than max_size");
      int within = Math.min(Math.max(settings.size, settings.minSize), settings.maxSize);
      fields.demand(
          settings.size == within || !fields.has("size"),
          "size",
          "must be within min_size and max_size with autoscaling");
      settings.size = within;
    }
    fields.demand(
        !settings.external() || settings.size == 0, "size", "must be 0 for external nodes");
    fields.demand(
        settings.placementGroupId == null || settings.size <= LARGEST_PLACEMENT_GROUP,
        "size",
        "must be at most 20 in a placement group");
  }

  private void tags(List<String> tags) {
    boolean fit = tags.stream().allMatch(t -> !t.isEmpty() && t.length() <= LONGEST_TAG);
    fields.demand(fit, "tags", "must have 1 to 128 characters each");
    settings.tags = List.copyOf(tags);
  }

  private void kubeletArgs(Map<String, String> args) {
    args.keySet().stream()
        .filter(name -> !world.kubeletArgs().containsKey(name))
        .sorted()
        .map(
            name ->
                Complaint.constraint(
                    "kubelet_args." + name,
                    "kubelet argument " + name + " is not available for this version"))
        .forEach(fields::complain);
    settings.kubeletArgs = Map.copyOf(args);
  }

  private void upgradePolicy(Fields policy) {
    settings.maxUnavailable = policy.count("max_unavailable").orElse(settings.maxUnavailable);
    settings.maxSurge = policy.count("max_surge").orElse(settings.maxSurge);
    policy.demand(
        settings.maxUnavailable + settings.maxSurge > 0,
        "max_unavailable",
        "must be at least 1 where max_surge is 0");
  }
}
