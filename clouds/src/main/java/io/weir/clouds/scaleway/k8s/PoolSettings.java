package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.scaleway.seed.NodeType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was asked of a pool; what cannot be changed later is final. */
final class PoolSettings {
  final String name;
  final @Nullable NodeType nodeType;
  final String zone;
  final @Nullable String placementGroupId;
  final String containerRuntime;
  final String rootVolumeType;
  final long rootVolumeSize;
  final boolean publicIpDisabled;
  final @Nullable String privateNetworkId;
  String securityGroupId = "";
  boolean autoscaling;
  boolean autohealing;
  int size;
  int minSize;
  int maxSize;
  int maxUnavailable = 1;
  int maxSurge;
  @Nullable String maxTerminationGracePeriod;
  List<String> tags = List.of();
  Map<String, String> kubeletArgs = Map.of();
  Map<String, String> labels = Map.of();
  List<Taint> taints = List.of();
  List<Taint> startupTaints = List.of();

  /**
   * A taint.
   *
   * @param key its key
   * @param value its value
   * @param effect in the API's words, such as {@code no_schedule}
   */
  record Taint(String key, String value, String effect) {}

  PoolSettings(
      String name,
      @Nullable NodeType nodeType,
      String zone,
      @Nullable String placementGroupId,
      String containerRuntime,
      String rootVolumeType,
      long rootVolumeSize,
      boolean publicIpDisabled,
      @Nullable String privateNetworkId) {
    this.name = name;
    this.nodeType = nodeType;
    this.zone = zone;
    this.placementGroupId = placementGroupId;
    this.containerRuntime = containerRuntime;
    this.rootVolumeType = rootVolumeType;
    this.rootVolumeSize = rootVolumeSize;
    this.publicIpDisabled = publicIpDisabled;
    this.privateNetworkId = privateNetworkId;
  }

  /** The same once more, to change it without harm should the change be refused. */
  PoolSettings copy() {
    PoolSettings copy =
        new PoolSettings(
            name,
            nodeType,
            zone,
            placementGroupId,
            containerRuntime,
            rootVolumeType,
            rootVolumeSize,
            publicIpDisabled,
            privateNetworkId);
    copy.securityGroupId = securityGroupId;
    copy.autoscaling = autoscaling;
    copy.autohealing = autohealing;
    copy.size = size;
    copy.minSize = minSize;
    copy.maxSize = maxSize;
    copy.maxUnavailable = maxUnavailable;
    copy.maxSurge = maxSurge;
    copy.maxTerminationGracePeriod = maxTerminationGracePeriod;
    copy.tags = tags;
    copy.kubeletArgs = kubeletArgs;
    copy.labels = labels;
    copy.taints = taints;
    copy.startupTaints = startupTaints;
    return copy;
  }

  /** Whether its nodes come from elsewhere and are none of Kapsule's business. */
  boolean isExternal() {
    return nodeType == null;
  }

  String apiNodeType() {
    return nodeType == null ? SimulatedPool.EXTERNAL : nodeType.apiName();
  }
}
