package io.weir.provider.gcp.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node pool of a GKE cluster.
 *
 * @param spec what was asked for
 */
public record GcpManagedMachinePool(Spec spec) {

  public GcpManagedMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for. What is absent is GKE's choice, unless it says otherwise.
   *
   * @param nodePoolName name in GKE; empty for that of the object
   * @param machineType machine type
   * @param instanceType the same; goes before it
   * @param diskSizeGb size of the boot disk in GB
   * @param bootDiskSize the same; goes before it
   * @param diskType type of the boot disk
   * @param localSsdCount how many local SSDs a node has
   * @param scaling bounds of GKE's autoscaler; absent leaves one that is there as it is
   * @param nodeLocations zones; empty for those of the cluster
   * @param imageType type of the image
   * @param maxPodsPerNode how many Pods a node may have
   * @param nodeNetwork network of nodes and Pods
   * @param nodeSecurity what nodes may do
   * @param kubernetesLabels labels of Nodes
   * @param kubernetesTaints taints of Nodes
   * @param additionalLabels labels of machines and disks
   * @param management what GKE does by itself
   * @param linuxNodeConfig settings of the kernel; absent means none
   * @param preemptible whether nodes are preemptible machines
   * @param spot whether nodes are Spot machines
   */
  public record Spec(
      String nodePoolName,
      @Nullable String machineType,
      @Nullable String instanceType,
      @Nullable Integer diskSizeGb,
      @JsonProperty("diskSizeGB") @Nullable Long bootDiskSize,
      @Nullable String diskType,
      @Nullable Integer localSsdCount,
      @Nullable Scaling scaling,
      List<String> nodeLocations,
      @Nullable String imageType,
      @Nullable Long maxPodsPerNode,
      NodeNetwork nodeNetwork,
      NodeSecurity nodeSecurity,
      Map<String, String> kubernetesLabels,
      List<Taint> kubernetesTaints,
      Map<String, String> additionalLabels,
      @Nullable Management management,
      LinuxNodeConfig linuxNodeConfig,
      @Nullable Boolean preemptible,
      @Nullable Boolean spot) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(
            "",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            null,
            null,
            NodeNetwork.EMPTY,
            NodeSecurity.EMPTY,
            Map.of(),
            List.of(),
            Map.of(),
            null,
            LinuxNodeConfig.EMPTY,
            null,
            null);

    public Spec {
      nodePoolName = Objects.requireNonNullElse(nodePoolName, "");
      nodeLocations = EmptyIfNull.list(nodeLocations);
      nodeNetwork = Objects.requireNonNullElse(nodeNetwork, NodeNetwork.EMPTY);
      nodeSecurity = Objects.requireNonNullElse(nodeSecurity, NodeSecurity.EMPTY);
      kubernetesLabels = EmptyIfNull.map(kubernetesLabels);
      kubernetesTaints = EmptyIfNull.list(kubernetesTaints);
      additionalLabels = EmptyIfNull.map(additionalLabels);
      linuxNodeConfig = Objects.requireNonNullElse(linuxNodeConfig, LinuxNodeConfig.EMPTY);
    }

    /** The machine type. */
    public @Nullable String machine() {
      return instanceType == null || instanceType.isEmpty() ? machineType : instanceType;
    }

    /** Size of the boot disk in GB. */
    public @Nullable Number diskSize() {
      if (bootDiskSize != null) {
        return bootDiskSize;
      }
      return diskSizeGb;
    }

    /** Whether GKE's autoscaler is asked to size the pool. */
    public boolean isAutoscaled() {
      return scaling != null && scaling.isEnabled();
    }
  }

  /**
   * Size by GKE's autoscaler, in all zones together.
   *
   * @param enableAutoscaling whether it sizes the pool; it does unless this is false
   * @param minCount at least so many nodes; 0 if absent
   * @param maxCount at most so many nodes
   * @param locationPolicy {@code balanced} or {@code any}; balanced if absent
   */
  public record Scaling(
      @Nullable Boolean enableAutoscaling,
      @Nullable Integer minCount,
      @Nullable Integer maxCount,
      @Nullable String locationPolicy) {

    /** Whether the autoscaler is on. */
    public boolean isEnabled() {
      return !Boolean.FALSE.equals(enableAutoscaling);
    }
  }

  /**
   * Network of nodes and Pods. Of the range of the Pods only all three together have an effect.
   *
   * @param tags network tags
   * @param createPodRange whether a range is made
   * @param podRangeName its name
   * @param podRangeCidrBlock its addresses
   */
  public record NodeNetwork(
      List<String> tags,
      @Nullable Boolean createPodRange,
      @Nullable String podRangeName,
      @Nullable String podRangeCidrBlock) {
    static final NodeNetwork EMPTY = new NodeNetwork(List.of(), null, null, null);

    public NodeNetwork {
      tags = EmptyIfNull.list(tags);
    }
  }

  /**
   * What nodes may do, and how they are shielded.
   *
   * @param serviceAccount their service account
   * @param sandboxType {@code GVISOR}; others have no effect
   * @param enableSecureBoot whether they boot signed software only
   * @param enableIntegrityMonitoring whether the integrity of the boot is monitored
   */
  public record NodeSecurity(
      @Nullable ServiceAccount serviceAccount,
      @Nullable String sandboxType,
      @Nullable Boolean enableSecureBoot,
      @Nullable Boolean enableIntegrityMonitoring) {
    static final NodeSecurity EMPTY = new NodeSecurity(null, null, null, null);
  }

  /**
   * A service account.
   *
   * @param email its address
   * @param scopes of its tokens; empty leaves them to GKE
   */
  public record ServiceAccount(@Nullable String email, List<String> scopes) {
    public ServiceAccount {
      scopes = EmptyIfNull.list(scopes);
    }
  }

  /**
   * A taint of Nodes.
   *
   * @param effect {@code NoSchedule}, {@code NoExecute} or {@code PreferNoSchedule}
   */
  public record Taint(String key, String value, String effect) {}

  /** What GKE does with nodes by itself. */
  public record Management(boolean autoRepair, boolean autoUpgrade) {}

  /**
   * Settings of the kernel.
   *
   * @param sysctls parameters
   * @param cgroupMode 1 or 2; others leave it to GKE
   */
  public record LinuxNodeConfig(List<Sysctl> sysctls, @Nullable Integer cgroupMode) {
    static final LinuxNodeConfig EMPTY = new LinuxNodeConfig(List.of(), null);

    public LinuxNodeConfig {
      sysctls = EmptyIfNull.list(sysctls);
    }
  }

  /** A parameter of the kernel; one without a name has no effect. */
  public record Sysctl(String parameter, String value) {
    public Sysctl {
      parameter = Objects.requireNonNullElse(parameter, "");
      value = Objects.requireNonNullElse(value, "");
    }
  }
}
