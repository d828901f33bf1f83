package io.weir.provider.aws.template;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSLaunchTemplate;
import io.weir.provider.aws.image.BootImage;
import io.weir.provider.aws.image.ImageQuery.ImageResult.ImageDetails;
import io.weir.provider.aws.tag.DesiredTags;
import io.weir.provider.template.CanonicalDigest;
import io.weir.provider.template.InstanceRevision;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pool's launch template should be, and what running instances are compared by.
 *
 * @param name the template's
 * @param asked what the pool says of it
 * @param machinePool the MachinePool
 * @param bootstrap what instances run at first boot
 * @param tags the template's own
 * @param commonTags of every resource of the pool
 */
public record DesiredTemplateFactory(
    String name,
    AWSLaunchTemplate asked,
    ApiObject machinePool,
    BootstrapData bootstrap,
    DesiredTags tags,
    Map<String, String> commonTags) {

  /** All that was asked for, in the form that a digest is made of. */
  private record RevisionInput(LaunchTemplateData template, String kubernetes) {}

  /**
   * The template with what was found for it.
   *
   * @param securityGroups ids of those that were found
   * @param askedGroups what was asked for in their place
   */
  public DesiredTemplate create(
      BootImage image, List<String> securityGroups, List<String> askedGroups)
      throws PrerequisiteException {
    var data = data(image.found().orElse(BootImage.NOTHING), securityGroups);
    var userData = EncodedUserData.of(bootstrap);
    return new DesiredTemplate(
        name,
        data,
        userData,
        tags,
        revision(data(image.asked(), askedGroups), userData),
        image.missing().isEmpty(),
        staleUserDataReason());
  }

  private LaunchTemplateData data(ImageDetails image, List<String> securityGroups)
      throws PrerequisiteException {
    return LaunchTemplateDataFactory.create(
        asked, image, securityGroups, commonTags, bootstrap.secretName());
  }

  private InstanceRevision revision(LaunchTemplateData withWhatWasAsked, EncodedUserData userData) {
    return new InstanceRevision(
        CanonicalDigest.of(new RevisionInput(withWhatWasAsked, version())),
        bootstrap.inputDigest().isEmpty() ? userData.sha256() : bootstrap.inputDigest(),
        machinePool
            .annotation(MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE)
            .filter(value -> !value.equals("false"))
            .isPresent());
  }

  /** What is waited for if the data is for another version than the pool names. */
  private Optional<String> staleUserDataReason() {
    String version = version();
    boolean stale =
        !version.isEmpty()
            && !bootstrap.kubernetesVersion().isEmpty()
            && !plain(bootstrap.kubernetesVersion()).equals(version);
    return stale
        ? Optional.of(
            "waiting for bootstrap data for v%s: %s still provides it for v%s"
                .formatted(version, maker(), plain(bootstrap.kubernetesVersion())))
        : Optional.empty();
  }

  private String maker() {
    var config = machinePool.as(MachinePool.class).spec().template().spec().bootstrap().configRef();
    return config == null
        ? "the writer of Secret " + bootstrap.secretName()
        : "%s %s/%s".formatted(config.kind(), machinePool.namespace(), config.name());
  }

  private String version() {
    String version = machinePool.as(MachinePool.class).spec().template().spec().version();
    return version == null ? "" : plain(version);
  }

  /** A webhook may add the leading letter later, which changes nothing. */
  private static String plain(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }
}
