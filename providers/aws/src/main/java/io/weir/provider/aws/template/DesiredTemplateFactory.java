package io.weir.provider.aws.template;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.aws.api.AWSLaunchTemplate;
import io.weir.provider.aws.image.BootImage;
import io.weir.provider.aws.image.ImageQuery.ImageResult.ImageDetails;
import io.weir.provider.aws.tag.DesiredTags;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.fingerprint.InstanceRevision;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a pool's launch template should be, and what running instances are compared by.
 *
 * @param name the template's
 * @param asked what the pool says of it
 * @param machinePool the MachinePool
 * @param bootstrap what instances run at first boot
 * @param tags the template's own
 * @param commonTags of every resource of the pool
 * @param target where and as what instances are launched
 */
public record DesiredTemplateFactory(
    String name,
    AWSLaunchTemplate asked,
    ApiObject machinePool,
    BootstrapData bootstrap,
    DesiredTags tags,
    Map<String, String> commonTags,
    LaunchTarget target) {

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
    // Whoever launches instances of a template without an image brings data of its own.
    boolean merged = target.equals(LaunchTarget.BY_ANOTHER_SERVICE) && data.imageId().isEmpty();
    var userData = EncodedUserData.of(bootstrap, machinePool, merged);
    return new DesiredTemplate(
        name,
        data,
        userData,
        tags,
        revision(digest(image.asked(), askedGroups), userData),
        otherWordings(image, askedGroups),
        image.missing().isEmpty(),
        RequiredBootstrapData.staleReason(machinePool, bootstrap),
        target);
  }

  private LaunchTemplateData data(ImageDetails image, List<String> securityGroups)
      throws PrerequisiteException {
    return LaunchTemplateDataFactory.create(
        asked, image, securityGroups, commonTags, bootstrap.secretName());
  }

  private InstanceRevision revision(String digest, EncodedUserData userData) {
    return new InstanceRevision(
        digest,
        bootstrap.inputDigest().isEmpty() ? userData.sha256() : bootstrap.inputDigest(),
        machinePool
            .annotation(MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE)
            .filter(value -> !value.equals("false"))
            .isPresent());
  }

  private Set<String> otherWordings(BootImage image, List<String> askedGroups)
      throws PrerequisiteException {
    return image.otherWording().isPresent()
        ? Set.of(digest(image.otherWording().get(), askedGroups))
        : Set.of();
  }

  /** Of all that was asked for. */
  private String digest(ImageDetails image, List<String> askedGroups) throws PrerequisiteException {
    return CanonicalDigest.of(new RevisionInput(data(image, askedGroups), version()));
  }

  private String version() {
    return RequiredBootstrapData.version(machinePool);
  }
}
