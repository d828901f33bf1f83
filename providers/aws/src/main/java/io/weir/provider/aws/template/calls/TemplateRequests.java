package io.weir.provider.aws.template.calls;

import io.weir.api.Digest;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.aws.template.EncodedUserData;
import io.weir.provider.aws.template.LaunchTemplateData;
import io.weir.provider.aws.template.LaunchTemplateData.Volume;
import io.weir.provider.aws.template.LaunchTrial;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;
import software.amazon.awssdk.services.ec2.model.CreateTagsRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DeleteTagsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateBlockDeviceMappingRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateTagSpecification;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateTagSpecificationRequest;
import software.amazon.awssdk.services.ec2.model.RequestLaunchTemplateData;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** Launch templates in the SDK's words. */
final class TemplateRequests {

  private TemplateRequests() {}

  static CreateLaunchTemplateRequest create(DesiredTemplate want, String idempotencyKey) {
    return CreateLaunchTemplateRequest.builder()
        .launchTemplateName(want.name())
        .clientToken(token(want, want.fingerprint(), idempotencyKey))
        .versionDescription(want.fingerprint().format())
        .tagSpecifications(
            TagSpecification.builder()
                .resourceType(ResourceType.LAUNCH_TEMPLATE)
                .tags(tags(want.tags().all()))
                .build())
        .launchTemplateData(data(want))
        .build();
  }

  static CreateLaunchTemplateVersionRequest addVersion(
      DesiredTemplate want, String templateId, String idempotencyKey) {
    return CreateLaunchTemplateVersionRequest.builder()
        .launchTemplateId(templateId)
        .clientToken(token(want, want.fingerprint(), idempotencyKey))
        .versionDescription(want.fingerprint().format())
        .launchTemplateData(data(want))
        .build();
  }

  /**
   * What is given replaces the same of the version that it is made from, tags as a whole (<a
   * href="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplateVersion.html">CreateLaunchTemplateVersion</a>).
   *
   * @param from tags in the version that it is made from
   */
  static CreateLaunchTemplateVersionRequest renew(
      TemplateStep.RenewUserData step,
      List<LaunchTemplateTagSpecification> from,
      String idempotencyKey) {
    DesiredTemplate want = step.want();
    return CreateLaunchTemplateVersionRequest.builder()
        .launchTemplateId(step.template().id())
        .sourceVersion(Long.toString(step.template().latestVersion()))
        .clientToken(token(want, step.fingerprint(), idempotencyKey))
        .versionDescription(step.fingerprint().format())
        .launchTemplateData(
            data ->
                data.userData(want.userData().base64())
                    .tagSpecifications(
                        from.stream().map(tags -> withHash(tags, want.userData())).toList()))
        .build();
  }

  private static LaunchTemplateTagSpecificationRequest withHash(
      LaunchTemplateTagSpecification from, EncodedUserData userData) {
    var tags = new TreeMap<String, String>();
    from.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    if (from.resourceType() == ResourceType.INSTANCE) {
      tags.put(AwsMetadataKeys.BOOTSTRAP_HASH_TAG, userData.sha256());
    }
    return specification(from.resourceType(), tags);
  }

  static DescribeLaunchTemplateVersionsRequest describeNewest(ObservedTemplate template) {
    return DescribeLaunchTemplateVersionsRequest.builder()
        .launchTemplateId(template.id())
        .versions(Long.toString(template.latestVersion()))
        .build();
  }

  /**
   * One instance that is never started.
   *
   * @param type in place of the template's; empty for that
   */
  static RunInstancesRequest trial(LaunchTrial trial, String subnet, String type) {
    return RunInstancesRequest.builder()
        .dryRun(true)
        .minCount(1)
        .maxCount(1)
        .launchTemplate(
            used ->
                used.launchTemplateId(trial.templateId()).version(Long.toString(trial.version())))
        .subnetId(subnet)
        .instanceType(type.isEmpty() ? null : type)
        .build();
  }

  static DeleteLaunchTemplateRequest delete(String id) {
    return DeleteLaunchTemplateRequest.builder().launchTemplateId(id).build();
  }

  static DeleteLaunchTemplateVersionsRequest removeVersions(String id, List<Long> versions) {
    return DeleteLaunchTemplateVersionsRequest.builder()
        .launchTemplateId(id)
        .versions(versions.stream().map(String::valueOf).toList())
        .build();
  }

  static CreateTagsRequest tag(String id, Map<String, String> tags) {
    return CreateTagsRequest.builder().resources(id).tags(tags(tags)).build();
  }

  static DeleteTagsRequest untag(String id, Collection<String> keys) {
    return DeleteTagsRequest.builder()
        .resources(id)
        .tags(keys.stream().map(key -> Tag.builder().key(key).build()).toList())
        .build();
  }

  /** AWS refuses a token that comes again with other content, so the content is part of it. */
  private static String token(
      DesiredTemplate want, TemplateFingerprint fingerprint, String idempotencyKey) {
    return Digest.sha256(idempotencyKey + "\n" + fingerprint.format() + "\n" + want.tags().all());
  }

  private static RequestLaunchTemplateData data(DesiredTemplate want) {
    LaunchTemplateData data = want.data();
    var request =
        RequestLaunchTemplateData.builder()
            .imageId(data.imageId().isEmpty() ? null : data.imageId())
            .instanceType(data.instanceType())
            .keyName(data.keyName())
            .securityGroupIds(data.securityGroups().isEmpty() ? null : data.securityGroups())
            .userData(want.userData().isEmpty() ? null : want.userData().base64())
            .tagSpecifications(tagSets(want));
    if (data.instanceProfile() != null) {
      request.iamInstanceProfile(profile -> profile.name(data.instanceProfile()));
    }
    if (!data.volumes().isEmpty()) {
      request.blockDeviceMappings(data.volumes().stream().map(TemplateRequests::device).toList());
    }
    if (data.enclave() != null) {
      request.enclaveOptions(options -> options.enabled(data.enclave()));
    }
    metadata(data, request);
    purchase(data, request);
    dnsName(data, request);
    return request.build();
  }

  private static void metadata(LaunchTemplateData data, RequestLaunchTemplateData.Builder request) {
    var metadata = data.metadata();
    if (metadata != null) {
      request.metadataOptions(
          options ->
              options
                  .httpEndpoint(metadata.endpoint())
                  .httpTokens(metadata.tokens())
                  .httpPutResponseHopLimit(metadata.hopLimit())
                  .instanceMetadataTags(metadata.tags())
                  .httpProtocolIpv6(metadata.ipv6()));
    }
  }

  private static void purchase(LaunchTemplateData data, RequestLaunchTemplateData.Builder request) {
    var purchase = data.purchase();
    if (purchase == null) {
      return;
    }
    if (purchase.market() != null) {
      request.instanceMarketOptions(
          options -> {
            options.marketType(purchase.market());
            if (purchase.maxPrice() != null) {
              options.spotOptions(spot -> spot.maxPrice(purchase.maxPrice()));
            }
          });
    }
    if (purchase.reservation() != null) {
      request.capacityReservationSpecification(
          specification ->
              specification.capacityReservationTarget(
                  target -> target.capacityReservationId(purchase.reservation())));
    } else if (purchase.preference() != null) {
      request.capacityReservationSpecification(
          specification -> specification.capacityReservationPreference(purchase.preference()));
    }
  }

  private static void dnsName(LaunchTemplateData data, RequestLaunchTemplateData.Builder request) {
    var dns = data.dnsName();
    if (dns != null) {
      request.privateDnsNameOptions(
          options ->
              options
                  .hostnameType(dns.hostnameType())
                  .enableResourceNameDnsARecord(dns.aRecord())
                  .enableResourceNameDnsAAAARecord(dns.aaaaRecord()));
    }
  }

  private static LaunchTemplateBlockDeviceMappingRequest device(Volume volume) {
    return LaunchTemplateBlockDeviceMappingRequest.builder()
        .deviceName(volume.deviceName())
        .ebs(
            disk ->
                disk.deleteOnTermination(true)
                    .volumeSize(Math.toIntExact(volume.size()))
                    .volumeType(volume.type())
                    .iops(volume.iops() == null ? null : Math.toIntExact(volume.iops()))
                    .throughput(
                        volume.throughput() == null ? null : Math.toIntExact(volume.throughput()))
                    .encrypted(volume.encrypted())
                    .kmsKeyId(volume.key()))
        .build();
  }

  private static List<LaunchTemplateTagSpecificationRequest> tagSets(DesiredTemplate want) {
    return List.of(
        specification(ResourceType.INSTANCE, instanceTags(want)),
        specification(ResourceType.VOLUME, want.data().volumeTags()));
  }

  private static Map<String, String> instanceTags(DesiredTemplate want) {
    var tags = new TreeMap<>(want.data().instanceTags());
    if (!want.userData().isEmpty()) {
      tags.put(AwsMetadataKeys.BOOTSTRAP_HASH_TAG, want.userData().sha256());
    }
    return tags;
  }

  private static LaunchTemplateTagSpecificationRequest specification(
      ResourceType type, Map<String, String> tags) {
    return LaunchTemplateTagSpecificationRequest.builder()
        .resourceType(type)
        .tags(tags(tags))
        .build();
  }

  private static List<Tag> tags(Map<String, String> tags) {
    return tags.entrySet().stream()
        .map(tag -> Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
        .toList();
  }
}
