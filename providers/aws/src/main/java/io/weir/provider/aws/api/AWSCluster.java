package io.weir.provider.aws.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The AWS side of a cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for; empty when the object has none
 * @param status what was found or made; empty before the first report
 */
public record AWSCluster(Spec spec, Status status) {

  public AWSCluster {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param region AWS region
   * @param identityRef whose credentials are used; absent means the manager's own
   * @param additionalTags tags for everything of the cluster
   * @param imageLookupFormat pattern of image names, for pools that have none
   * @param imageLookupOrg account that owns the images, for pools that name none
   * @param imageLookupBaseOS operating system in the pattern, for pools that name none
   * @param network VPC and subnets
   * @param s3Bucket bucket for Ignition data; absent when the cluster has none
   */
  public record Spec(
      @Nullable String region,
      @Nullable IdentityReference identityRef,
      Map<String, String> additionalTags,
      @Nullable String imageLookupFormat,
      @Nullable String imageLookupOrg,
      @Nullable String imageLookupBaseOS,
      Network network,
      @Nullable S3Bucket s3Bucket) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(null, null, Map.of(), null, null, null, Network.EMPTY, null);

    public Spec {
      additionalTags = EmptyIfNull.map(additionalTags);
      network = network == null ? Network.EMPTY : network;
    }
  }

  /**
   * VPC and subnets.
   *
   * @param vpc the VPC
   * @param subnets the subnets
   */
  public record Network(VPC vpc, List<Subnet> subnets) {

    /** None of it set. */
    public static final Network EMPTY = new Network(VPC.EMPTY, List.of());

    public Network {
      vpc = vpc == null ? VPC.EMPTY : vpc;
      subnets = EmptyIfNull.list(subnets);
    }
  }

  /**
   * The VPC.
   *
   * @param id its ID; absent until it was made
   */
  public record VPC(@Nullable String id) {

    /** None of it set. */
    public static final VPC EMPTY = new VPC(null);
  }

  /**
   * A subnet of the cluster.
   *
   * @param id its ID, or a name of the user's choice for one that the provider makes
   * @param resourceID its ID when {@code id} is a name
   * @param availabilityZone its zone
   * @param isPublic whether it routes to an internet gateway
   * @param zoneType {@code availability-zone}, {@code local-zone} or {@code wavelength-zone}
   * @param tags its tags
   */
  public record Subnet(
      String id,
      @Nullable String resourceID,
      @Nullable String availabilityZone,
      @JsonProperty("isPublic") boolean isPublic,
      @Nullable String zoneType,
      Map<String, String> tags) {

    public Subnet {
      tags = EmptyIfNull.map(tags);
    }

    /** The ID that AWS knows. */
    public String awsId() {
      return resourceID == null || resourceID.isEmpty() ? id : resourceID;
    }
  }

  /**
   * Bucket for Ignition data.
   *
   * @param name its name
   * @param controlPlaneIAMInstanceProfile instance profile of control plane machines
   * @param nodesIAMInstanceProfiles instance profiles of nodes that may read it
   * @param presignedURLDuration how long a signed URL is good for; a Go duration; absent means that
   *     nodes read with their instance profile
   * @param bestEffortDeleteObjects whether failing to delete an object is no error
   */
  public record S3Bucket(
      String name,
      @Nullable String controlPlaneIAMInstanceProfile,
      List<String> nodesIAMInstanceProfiles,
      @Nullable String presignedURLDuration,
      @Nullable Boolean bestEffortDeleteObjects) {

    public S3Bucket {
      nodesIAMInstanceProfiles = EmptyIfNull.list(nodesIAMInstanceProfiles);
    }
  }

  /**
   * What was found or made.
   *
   * @param ready whether the AWS side can take machines
   * @param networkStatus what the network consists of
   */
  public record Status(boolean ready, NetworkStatus networkStatus) {

    /** None of it set. */
    public static final Status EMPTY = new Status(false, NetworkStatus.EMPTY);

    public Status {
      networkStatus = networkStatus == null ? NetworkStatus.EMPTY : networkStatus;
    }
  }

  /**
   * What the network consists of.
   *
   * @param securityGroups security groups by role, such as {@code node} and {@code lb}
   */
  public record NetworkStatus(Map<String, SecurityGroup> securityGroups) {

    /** None of it set. */
    public static final NetworkStatus EMPTY = new NetworkStatus(Map.of());

    public NetworkStatus {
      securityGroups = EmptyIfNull.map(securityGroups);
    }
  }

  /**
   * A security group.
   *
   * @param id its ID
   * @param name its name
   */
  public record SecurityGroup(String id, String name) {}
}
