package io.weir.provider.aws.plan;

import io.weir.provider.PlanStep;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.desired.TemplateDigests;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.ObservedGroup;
import io.weir.provider.aws.observed.ObservedTemplate;
import io.weir.provider.aws.rollout.Rollout;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Which versions a launch template needs, and which it needs no more; pure. */
public final class TemplateVersionPlanner {

  /** So many of the newest stay, for people who want to compare. */
  private static final int KEPT = 3;

  /** Old ones are removed each time that so many came; one call then takes all. */
  public static final int CLEANUP_INTERVAL = 4;

  /** AWS's limit of versions in a call. */
  private static final int MOST = 200;

  private TemplateVersionPlanner() {}

  /** The template, or its next version. */
  static Optional<PlanStep> nextStep(AwsDesiredState want, AwsObservedState seen, Rollout rollout) {
    if (seen.template().isEmpty()) {
      return Optional.of(new TemplateStep.CreateTemplate(want, "it does not exist"));
    }
    ObservedTemplate observedTemplate = seen.template().get();
    // An image of one Kubernetes version with data for another would make nodes that do not join.
    return want.staleUserDataReason().isPresent()
        ? Optional.empty()
        : outdated(want.templateDigests(), observedTemplate)
            .map(why -> add(want, observedTemplate, why, rollout));
  }

  /** Whether the newest version is as wanted, or cannot be made so yet. */
  static boolean isCurrent(AwsDesiredState want, ObservedTemplate observedTemplate) {
    return want.staleUserDataReason().isPresent()
        || outdated(want.templateDigests(), observedTemplate).isEmpty();
  }

  /**
   * A version that is the newest one with other user data, for as long as it is not known what
   * instances boot: with an old join token those that start would not join. Only while all that
   * people asked for is as it was for that version: an image of one Kubernetes version with data
   * for another would not join either.
   */
  static Optional<PlanStep> userDataRenewal(
      AwsDesiredState want, AwsObservedState seen, Rollout rollout) {
    return seen.template()
        .filter(
            observedTemplate ->
                want.staleUserDataReason().isEmpty()
                    && onlyUserDataDiffers(want.templateDigests(), observedTemplate))
        .map(observedTemplate -> renew(want, observedTemplate, rollout));
  }

  private static boolean onlyUserDataDiffers(TemplateDigests want, ObservedTemplate seen) {
    return seen.digests()
        .filter(templateDigests -> templateDigests.revision().equals(want.revision()))
        .filter(templateDigests -> !templateDigests.userData().equals(want.userData()))
        .isPresent();
  }

  private static PlanStep renew(
      AwsDesiredState want, ObservedTemplate observedTemplate, Rollout rollout) {
    return worthARoll(want, observedTemplate)
        .map(why -> new TemplateStep.RenewUserData(want, observedTemplate, why, rollout.next(why)))
        .orElseGet(
            () ->
                new TemplateStep.RenewUserData(
                    want, observedTemplate, older(observedTemplate), rollout.owed()));
  }

  private static PlanStep add(
      AwsDesiredState want, ObservedTemplate observedTemplate, String why, Rollout rollout) {
    var reason = worthARoll(want, observedTemplate);
    return reason
        .map(
            because ->
                new TemplateStep.AddVersion(
                    want, observedTemplate.id(), because, rollout.next(because)))
        .orElseGet(
            () -> new TemplateStep.AddVersion(want, observedTemplate.id(), why, rollout.owed()));
  }

  private static Optional<String> outdated(TemplateDigests want, ObservedTemplate seen) {
    if (seen.digests().isEmpty()) {
      return Optional.of("version %d was not made by Weir".formatted(seen.latestVersion()));
    }
    TemplateDigests templateDigests = seen.digests().get();
    boolean otherRevision =
        !templateDigests.revision().isEmpty()
            && !templateDigests.revision().equals(want.revision());
    if (otherRevision || !templateDigests.data().equals(want.data())) {
      return Optional.of("version %d has different settings".formatted(seen.latestVersion()));
    }
    return templateDigests.userData().equals(want.userData())
        ? Optional.empty()
        : Optional.of(older(seen));
  }

  private static String older(ObservedTemplate seen) {
    return "version %d has older bootstrap data".formatted(seen.latestVersion());
  }

  /**
   * Why running instances are to be replaced for the next version. What somebody else made cannot
   * be compared, and is taken over as it runs.
   */
  private static Optional<String> worthARoll(AwsDesiredState want, ObservedTemplate seen) {
    if (seen.digests().isEmpty()) {
      return Optional.empty();
    }
    TemplateDigests is = seen.digests().get();
    TemplateDigests templateDigests = want.templateDigests();
    boolean settings =
        is.revision().isEmpty()
            ? !is.data().equals(templateDigests.data())
            : !is.revision().equals(templateDigests.revision());
    if (settings) {
      return Optional.of("version %d has different settings".formatted(seen.latestVersion()));
    }
    boolean bootstrap =
        want.revision().rollOnBootstrapChange()
            && !is.bootstrap().isEmpty()
            && !is.bootstrap().equals(templateDigests.bootstrap());
    return bootstrap
        ? Optional.of("version %d has different bootstrap data".formatted(seen.latestVersion()))
        : Optional.empty();
  }

  /**
   * Versions to remove: never one of the newest, the first, or one that an instance was made of.
   */
  static Optional<PlanStep> surplusRemoval(AwsObservedState seen) {
    if (seen.template().isEmpty() || !seen.template().get().hasSurplusVersions()) {
      return Optional.empty();
    }
    ObservedTemplate observedTemplate = seen.template().get();
    var used =
        seen.group().stream()
            .flatMap(observedGroup -> observedGroup.members().stream())
            .map(ObservedGroup.GroupInstance::version)
            .flatMapToLong(version -> version.stream())
            .boxed()
            .collect(Collectors.toSet());
    // The first is the default version, which AWS does not let go.
    long last = observedTemplate.latestVersion() - KEPT;
    List<Long> versions =
        LongStream.rangeClosed(Math.max(2, last - MOST + 1), last)
            .filter(version -> !used.contains(version))
            .boxed()
            .toList();
    return versions.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TemplateStep.RemoveVersions(
                observedTemplate.name(),
                observedTemplate.id(),
                versions,
                "the %d newest and those in use are kept".formatted(KEPT)));
  }
}
