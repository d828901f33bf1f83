package io.weir.provider.aws.template;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a launch template says about instances, user data apart; canonical. Its components' names
 * and order of values enter the fingerprint of a version: a rename needs a new rule in {@link
 * DesiredTemplate}. An absent value leaves the choice to AWS.
 *
 * @param imageId AMI
 * @param instanceType absent where the group's policy names the types
 * @param instanceProfile name of the IAM instance profile
 * @param keyName EC2 key pair
 * @param securityGroups ids, sorted, each once
 * @param volumes root volume first
 * @param metadata how instances reach their metadata
 * @param purchase how the capacity is paid for
 * @param enclave whether Nitro Enclaves are on; absent for off
 * @param dnsName names of instances in the VPC
 * @param instanceTags tags of each instance; without the hash of the user data
 * @param volumeTags tags of each volume
 */
public record LaunchTemplateData(
    String imageId,
    @Nullable String instanceType,
    @Nullable String instanceProfile,
    @Nullable String keyName,
    List<String> securityGroups,
    List<Volume> volumes,
    @Nullable Metadata metadata,
    @Nullable Purchase purchase,
    @Nullable Boolean enclave,
    @Nullable DnsName dnsName,
    Map<String, String> instanceTags,
    Map<String, String> volumeTags) {

  public LaunchTemplateData {
    securityGroups = securityGroups.stream().distinct().sorted().toList();
    volumes = List.copyOf(volumes);
    instanceTags = Collections.unmodifiableMap(new TreeMap<>(instanceTags));
    volumeTags = Collections.unmodifiableMap(new TreeMap<>(volumeTags));
  }

  /** A volume; sizes in GiB, throughput in MiB/s. A key implies encryption. */
  public record Volume(
      String deviceName,
      long size,
      @Nullable String type,
      @Nullable Long iops,
      @Nullable Long throughput,
      @Nullable Boolean encrypted,
      @Nullable String key) {}

  /** How instances reach their metadata, in AWS's words. */
  public record Metadata(
      @Nullable String endpoint,
      @Nullable String tokens,
      @Nullable Integer hopLimit,
      @Nullable String tags,
      @Nullable String ipv6) {}

  /**
   * How the capacity is paid for.
   *
   * @param market {@code spot} or {@code capacity-block}; absent for on-demand
   * @param maxPrice highest spot price, in dollars an hour; absent for the on-demand price
   * @param reservation id of a capacity reservation
   * @param preference use of open reservations, in AWS's words
   */
  public record Purchase(
      @Nullable String market,
      @Nullable String maxPrice,
      @Nullable String reservation,
      @Nullable String preference) {

    boolean isDefault() {
      return market == null && reservation == null && preference == null;
    }
  }

  /** Names of instances in the VPC. */
  public record DnsName(
      @Nullable String hostnameType, @Nullable Boolean aRecord, @Nullable Boolean aaaaRecord) {}
}
