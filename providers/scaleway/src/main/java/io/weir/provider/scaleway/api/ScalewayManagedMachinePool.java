package io.weir.provider.scaleway.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of nodes in a Kapsule or Kosmos cluster.
 *
 * @param spec what was asked for
 */
public record ScalewayManagedMachinePool(Spec spec) {
  /** The type of pools whose nodes come from elsewhere. */
  public static final String EXTERNAL = "external";

  /**
   * What was asked for.
   *
   * @param nodeType type of the Instances, as the user writes it, such as {@code GP1-XS}
   * @param zone zone of the nodes, such as {@code fr-par-1}
   * @param placementGroupID placement group of the Instances; absent means none
   * @param scaling who sizes the pool, and within which bounds
   * @param autohealing whether Kapsule replaces broken nodes; absent means no
   * @param additionalTags further tags
   * @param kubeletArgs arguments of the kubelets
   * @param upgradePolicy how many nodes may be missing or too many meanwhile
   * @param rootVolumeType kind of the system volume; absent means Scaleway's choice
   * @param rootVolumeSizeGB size of the system volume in GB; absent means Scaleway's choice
   * @param publicIPDisabled whether the nodes have no public address; absent means they have
   * @param securityGroupID security group of the Instances; absent means Kapsule's
   * @param providerIDList identities of the nodes, written by the controller
   */
  public record Spec(
      String nodeType,
      String zone,
      @Nullable String placementGroupID,
      Scaling scaling,
      @Nullable Boolean autohealing,
      List<String> additionalTags,
      Map<String, String> kubeletArgs,
      UpgradePolicy upgradePolicy,
      @Nullable String rootVolumeType,
      @Nullable Long rootVolumeSizeGB,
      @Nullable Boolean publicIPDisabled,
      @Nullable String securityGroupID,
      List<String> providerIDList) {

    public Spec {
      scaling = scaling == null ? Scaling.EMPTY : scaling;
      additionalTags = EmptyIfNull.list(additionalTags);
      kubeletArgs = EmptyIfNull.map(kubeletArgs);
      upgradePolicy = upgradePolicy == null ? UpgradePolicy.EMPTY : upgradePolicy;
      providerIDList = EmptyIfNull.list(providerIDList);
    }
  }

  /**
   * Who sizes the pool, and within which bounds.
   *
   * @param autoscaling whether Kapsule's autoscaler does; absent means no
   * @param minSize smallest size for the autoscaler; absent means no bound was asked for
   * @param maxSize largest size for the autoscaler; absent means no bound was asked for
   */
  public record Scaling(
      @Nullable Boolean autoscaling, @Nullable Integer minSize, @Nullable Integer maxSize) {
    /** None of it set. */
    public static final Scaling EMPTY = new Scaling(null, null, null);
  }

  /**
   * How many nodes may be missing or too many while the pool is upgraded.
   *
   * @param maxUnavailable how many may be missing; absent means 1
   * @param maxSurge how many may be there in addition; absent means 0
   */
  public record UpgradePolicy(@Nullable Integer maxUnavailable, @Nullable Integer maxSurge) {
    /** None of it set. */
    public static final UpgradePolicy EMPTY = new UpgradePolicy(null, null);

    /** How many may be missing. */
    public int unavailable() {
      return maxUnavailable == null ? 1 : maxUnavailable;
    }

    /** How many may be there in addition. */
    public int surge() {
      return maxSurge == null ? 0 : maxSurge;
    }

    /** Whether no node can be replaced: none may be missing, and none be there in addition. */
    public boolean isBlocking() {
      return unavailable() == 0 && surge() == 0;
    }
  }
}
