package io.weir.provider.aws.template;

import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSLaunchTemplate;
import io.weir.provider.aws.api.AWSLaunchTemplate.Volume;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.image.ImageQuery.ImageResult;
import io.weir.provider.aws.tag.PoolTags;
import io.weir.provider.aws.template.LaunchTemplateData.DnsName;
import io.weir.provider.aws.template.LaunchTemplateData.Metadata;
import io.weir.provider.aws.template.LaunchTemplateData.Purchase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical form of what a pool's launch template asks for. */
final class LaunchTemplateDataFactory {

  private static final String DISABLED = "disabled";

  private LaunchTemplateDataFactory() {}

  /** Puts the template together; values that say the same come out the same. */
  static LaunchTemplateData create(
      AWSLaunchTemplate asked,
      ImageResult.ImageDetails image,
      List<String> securityGroups,
      Map<String, String> commonTags,
      String bootstrapSecret)
      throws PrerequisiteException {
    return new LaunchTemplateData(
        image.id(),
        orNull(asked.instanceType()),
        orNull(asked.iamInstanceProfile()),
        orNull(asked.sshKeyName()),
        securityGroups,
        volumes(asked, image),
        metadata(asked),
        purchase(asked),
        enclave(asked),
        dnsName(asked),
        PoolTags.ofInstances(commonTags, bootstrapSecret),
        commonTags);
  }

  private static List<LaunchTemplateData.Volume> volumes(
      AWSLaunchTemplate asked, ImageResult.ImageDetails image) {
    var volumes = new ArrayList<LaunchTemplateData.Volume>();
    if (asked.rootVolume() != null) {
      volumes.add(volume(asked.rootVolume(), image.rootDevice()));
    }
    asked.nonRootVolumes().forEach(each -> volumes.add(volume(each, "")));
    return volumes;
  }

  private static LaunchTemplateData.Volume volume(Volume asked, String otherwise) {
    String device = orNull(asked.deviceName());
    String key = orNull(asked.encryptionKey());
    return new LaunchTemplateData.Volume(
        device == null ? otherwise : device,
        asked.size(),
        orNull(asked.type()),
        positive(asked.iops()),
        positive(asked.throughput()),
        key != null ? Boolean.TRUE : asked.encrypted(),
        key);
  }

  private static @Nullable Metadata metadata(AWSLaunchTemplate asked) {
    var options = asked.instanceMetadataOptions();
    if (options == null) {
      return null;
    }
    Long hops = options.httpPutResponseHopLimit();
    String ipv6 = orNull(options.httpProtocolIpv6());
    return new Metadata(
        orNull(options.httpEndpoint()),
        orNull(options.httpTokens()),
        hops == null ? null : Math.toIntExact(hops),
        orNull(options.instanceMetadataTags()),
        // The schema's default; templates of the upstream provider never carry it.
        DISABLED.equals(ipv6) ? null : ipv6);
  }

  private static @Nullable Purchase purchase(AWSLaunchTemplate asked) throws PrerequisiteException {
    var spot = asked.spotMarketOptions();
    String type = orNull(asked.marketType());
    String market =
        switch (type == null ? (spot == null ? "OnDemand" : "Spot") : type) {
          case "OnDemand" -> null;
          case "Spot" -> "spot";
          case "CapacityBlock" -> "capacity-block";
          default ->
              throw PrerequisiteException.needsUserAction(
                  AwsReasons.INVALID,
                  "spec.awsLaunchTemplate.marketType is %s; use OnDemand, Spot or CapacityBlock"
                      .formatted(type));
        };
    if (market == null && spot != null) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "spec.awsLaunchTemplate.marketType is OnDemand and spotMarketOptions is set; remove one");
    }
    var purchase =
        new Purchase(
            market,
            "spot".equals(market) && spot != null ? orNull(spot.maxPrice()) : null,
            orNull(asked.capacityReservationId()),
            preference(orNull(asked.capacityReservationPreference())));
    return purchase.isDefault() ? null : purchase;
  }

  private static @Nullable String preference(@Nullable String asked) throws PrerequisiteException {
    return switch (asked) {
      case null -> null;
      case "None" -> "none";
      case "Open" -> "open";
      case "CapacityReservationsOnly" -> "capacity-reservations-only";
      default ->
          throw PrerequisiteException.needsUserAction(
              AwsReasons.INVALID,
              ("spec.awsLaunchTemplate.capacityReservationPreference is %s; use None, Open or "
                      + "CapacityReservationsOnly")
                  .formatted(asked));
    };
  }

  private static @Nullable Boolean enclave(AWSLaunchTemplate asked) {
    var options = asked.enclaveOptions();
    boolean on = options != null && Boolean.TRUE.equals(options.enabled());
    return on ? Boolean.TRUE : null;
  }

  private static @Nullable DnsName dnsName(AWSLaunchTemplate asked) {
    var dns = asked.privateDnsName();
    return dns == null
        ? null
        : new DnsName(
            orNull(dns.hostnameType()),
            dns.enableResourceNameDnsARecord(),
            dns.enableResourceNameDnsAAAARecord());
  }

  private static @Nullable Long positive(@Nullable Long value) {
    return value == null || value == 0 ? null : value;
  }

  private static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
