package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import io.weir.provider.aws.api.AWSCluster.Network;
import io.weir.provider.aws.api.AWSCluster.NetworkStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The EKS control plane of a cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for; empty when the object has none
 * @param status what was found or made; empty before the first report
 */
public record AWSManagedControlPlane(Spec spec, Status status) {

  public AWSManagedControlPlane {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param region AWS region
   * @param identityRef whose credentials are used; absent means the manager's own
   * @param eksClusterName name of the EKS cluster; absent only where no webhook ran
   * @param additionalTags tags for everything of the cluster
   * @param network VPC and subnets
   * @param sshKeyName EC2 key pair for pools that allow SSH and name none
   * @param bastion the bastion host
   * @param version Kubernetes version that was asked for
   */
  public record Spec(
      @Nullable String region,
      @Nullable IdentityReference identityRef,
      @Nullable String eksClusterName,
      Map<String, String> additionalTags,
      Network network,
      @Nullable String sshKeyName,
      Bastion bastion,
      @Nullable String version) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(null, null, null, Map.of(), Network.EMPTY, null, Bastion.NONE, null);

    public Spec {
      additionalTags = EmptyIfNull.map(additionalTags);
      network = network == null ? Network.EMPTY : network;
      bastion = bastion == null ? Bastion.NONE : bastion;
    }
  }

  /**
   * The bastion host.
   *
   * @param enabled whether there is one
   */
  public record Bastion(boolean enabled) {

    /** There is none. */
    public static final Bastion NONE = new Bastion(false);
  }

  /**
   * What was found or made.
   *
   * @param ready whether the control plane can be used
   * @param networkStatus what the network consists of
   * @param version Kubernetes version that it runs; absent if that is not reported
   */
  public record Status(boolean ready, NetworkStatus networkStatus, @Nullable String version) {

    /** None of it set. */
    public static final Status EMPTY = new Status(false, NetworkStatus.EMPTY, null);

    public Status {
      networkStatus = networkStatus == null ? NetworkStatus.EMPTY : networkStatus;
    }
  }
}
