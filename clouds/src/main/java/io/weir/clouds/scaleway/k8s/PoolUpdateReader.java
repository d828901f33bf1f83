package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.clouds.scaleway.wire.ArgumentError;
import io.weir.clouds.scaleway.wire.RequestFields;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what may be set at the birth of a pool as well as later. */
final class PoolUpdateReader {
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

  private final ScalewaySeedData scalewaySeedData;
  private final PoolSettings settings;
  private final RequestFields requestFields;

  PoolUpdateReader(
      ScalewaySeedData scalewaySeedData, PoolSettings settings, RequestFields requestFields) {
    this.scalewaySeedData = scalewaySeedData;
    this.settings = settings;
    this.requestFields = requestFields;
  }

  /** Takes over the fields that are there; what is absent stays as it is. */
  void read() {
    sizes();
    settings.autohealing = requestFields.flag("autohealing").orElse(settings.autohealing);
    settings.securityGroupId =
        requestFields.uuid("security_group_id").orElse(settings.securityGroupId);
    settings.maxTerminationGracePeriod =
        requestFields
            .text("max_termination_grace_period")
            .orElse(settings.maxTerminationGracePeriod);
    requestFields.texts("tags").ifPresent(this::tags);
    requestFields.map("kubelet_args").ifPresent(this::kubeletArgs);
    requestFields.object("upgrade_policy").ifPresent(this::upgradePolicy);
  }

  private void sizes() {
    settings.autoscaling = requestFields.flag("autoscaling").orElse(settings.autoscaling);
    settings.size = requestFields.count("size").orElse(settings.size);
    settings.minSize = requestFields.count("min_size").orElse(settings.minSize);
    settings.maxSize = requestFields.count("max_size").orElse(settings.maxSize);
    if (settings.autoscaling) {
      requestFields.require(!settings.isExternal(), "autoscaling", "is not for external nodes");
      requestFields.require(
          settings.minSize <= settings.maxSize, "min_size", "must not be more than max_size");
      int within = Math.min(Math.max(settings.size, settings.minSize), settings.maxSize);
      requestFields.require(
          settings.size == within || !requestFields.has("size"),
          "size",
          "must be within min_size and max_size with autoscaling");
      settings.size = within;
    }
    requestFields.require(
        !settings.isExternal() || settings.size == 0, "size", "must be 0 for external nodes");
    requestFields.require(
        settings.placementGroupId == null || settings.size <= LARGEST_PLACEMENT_GROUP,
        "size",
        "must be at most 20 in a placement group");
  }

  private void tags(List<String> tags) {
    boolean fit = tags.stream().allMatch(t -> !t.isEmpty() && t.length() <= LONGEST_TAG);
    requestFields.require(fit, "tags", "must have 1 to 128 characters each");
    settings.tags = List.copyOf(tags);
  }

  private void kubeletArgs(Map<String, String> args) {
    args.keySet().stream()
        .filter(name -> !scalewaySeedData.kubeletArgs().containsKey(name))
        .sorted()
        .map(
            name ->
                ArgumentError.constraint(
                    "kubelet_args." + name,
                    "kubelet argument " + name + " is not available for this version"))
        .forEach(requestFields::addError);
    scalewaySeedData
        .kubeletArgs()
        .forEach(
            (name, type) ->
                requestFields.require(
                    !args.containsKey(name) || KubeletArgTypes.fits(type, args.get(name)),
                    "kubelet_args." + name,
                    "must be of type " + type));
    settings.kubeletArgs = Map.copyOf(args);
  }

  private void upgradePolicy(RequestFields policy) {
    settings.maxUnavailable = policy.count("max_unavailable").orElse(settings.maxUnavailable);
    settings.maxSurge = policy.count("max_surge").orElse(settings.maxSurge);
    policy.require(
        settings.maxUnavailable + settings.maxSurge > 0,
        "max_unavailable",
        "must be at least 1 where max_surge is 0");
  }
}
