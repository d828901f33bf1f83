package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each instance is made from.
 *
 * @param name not used: the template is named after the pool
 * @param iamInstanceProfile name of the instance profile
 * @param ami the image; empty means that it is looked up
 * @param imageLookupFormat pattern of the image's name; absent means the cluster's
 * @param imageLookupOrg account that owns the image; absent means the cluster's
 * @param imageLookupBaseOS operating system in the pattern; absent means the cluster's
 * @param instanceType instance type; may be empty with a mixed policy
 * @param rootVolume root disk; absent means the image's
 * @param nonRootVolumes further disks
 * @param sshKeyName EC2 key pair; absent and empty both mean none
 * @param versionNumber not used
 * @param additionalSecurityGroups groups added to the cluster's
 * @param spotMarketOptions present means Spot
 * @param instanceMetadataOptions the instance metadata service
 * @param enclaveOptions Nitro Enclaves
 * @param privateDnsName host names and their records
 * @param capacityReservationId reservation that the instances use
 * @param marketType {@code OnDemand}, {@code Spot} or {@code CapacityBlock}; absent is inferred
 * @param capacityReservationPreference {@code None}, {@code CapacityReservationsOnly} or {@code
 *     Open}; absent or empty leaves it to EC2
 */
public record AWSLaunchTemplate(
    @Nullable String name,
    @Nullable String iamInstanceProfile,
    AMI ami,
    @Nullable String imageLookupFormat,
    @Nullable String imageLookupOrg,
    @Nullable String imageLookupBaseOS,
    @Nullable String instanceType,
    @Nullable Volume rootVolume,
    List<Volume> nonRootVolumes,
    @Nullable String sshKeyName,
    @Nullable Long versionNumber,
    List<AWSResourceReference> additionalSecurityGroups,
    @Nullable SpotMarketOptions spotMarketOptions,
    @Nullable InstanceMetadataOptions instanceMetadataOptions,
    @Nullable EnclaveOptions enclaveOptions,
    @Nullable PrivateDnsName privateDnsName,
    @Nullable String capacityReservationId,
    @Nullable String marketType,
    @Nullable String capacityReservationPreference) {

  /** None of it set. */
  public static final AWSLaunchTemplate EMPTY =
      new AWSLaunchTemplate(
          null, null, AMI.EMPTY, null, null, null, null, null, List.of(), null, null, List.of(),
          null, null, null, null, null, null, null);

  public AWSLaunchTemplate {
    ami = ami == null ? AMI.EMPTY : ami;
    nonRootVolumes = EmptyIfNull.list(nonRootVolumes);
    additionalSecurityGroups = EmptyIfNull.list(additionalSecurityGroups);
  }

  /**
   * The image.
   *
   * @param id the AMI's ID; absent means that it is looked up
   * @param eksLookupType which of EKS's images is looked up in an EKS cluster; null means Amazon
   *     Linux 2, and Amazon Linux 2023 for versions that have no Amazon Linux 2
   */
  public record AMI(@Nullable String id, @Nullable String eksLookupType) {

    /** None of it set. */
    public static final AMI EMPTY = new AMI(null, null);
  }

  /**
   * A disk.
   *
   * @param deviceName device name; absent for the root disk means the image's
   * @param size GiB, at least 8
   * @param type EBS volume type; absent means EC2's default
   * @param iops IO operations a second that are provisioned
   * @param throughput MiB a second that are provisioned
   * @param encrypted whether to encrypt; absent means the account's default
   * @param encryptionKey KMS key; absent means the account's
   */
  public record Volume(
      @Nullable String deviceName,
      long size,
      @Nullable String type,
      @Nullable Long iops,
      @Nullable Long throughput,
      @Nullable Boolean encrypted,
      @Nullable String encryptionKey) {}

  /**
   * Spot instances.
   *
   * @param maxPrice most to pay an hour, in dollars; absent means the On-Demand price
   */
  public record SpotMarketOptions(@Nullable String maxPrice) {}

  /**
   * The instance metadata service; every value has a default in the schema.
   *
   * @param httpEndpoint {@code enabled} or {@code disabled}
   * @param httpProtocolIpv6 {@code enabled} or {@code disabled}
   * @param httpPutResponseHopLimit network hops that an answer may take, 1 to 64
   * @param httpTokens {@code optional} or {@code required}
   * @param instanceMetadataTags {@code enabled} or {@code disabled}
   */
  public record InstanceMetadataOptions(
      @Nullable String httpEndpoint,
      @Nullable String httpProtocolIpv6,
      @Nullable Long httpPutResponseHopLimit,
      @Nullable String httpTokens,
      @Nullable String instanceMetadataTags) {}

  /**
   * Nitro Enclaves.
   *
   * @param enabled whether the instances can run enclaves
   */
  public record EnclaveOptions(@Nullable Boolean enabled) {}

  /**
   * Host names and their records.
   *
   * @param enableResourceNameDnsAAAARecord whether the name of the resource has an AAAA record
   * @param enableResourceNameDnsARecord whether the name of the resource has an A record
   * @param hostnameType {@code ip-name} or {@code resource-name}; absent means the subnet's
   */
  public record PrivateDnsName(
      @Nullable Boolean enableResourceNameDnsAAAARecord,
      @Nullable Boolean enableResourceNameDnsARecord,
      @Nullable String hostnameType) {}
}
