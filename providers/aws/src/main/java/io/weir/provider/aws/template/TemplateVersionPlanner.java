package io.weir.provider.aws.template;

import io.weir.provider.PlanStep;
import io.weir.provider.template.TemplateChange;
import io.weir.provider.template.TemplateChange.Difference;
import io.weir.provider.template.TemplateFingerprint;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  public static Optional<PlanStep> nextStep(
      DesiredTemplate want, Optional<ObservedTemplate> seen, TemplateNotes notes) {
    if (seen.isEmpty()) {
      return Optional.of(
          new TemplateStep.CreateTemplate(want, "it does not exist", notes.ofFirst()));
    }
    return seen.filter(template -> !isCurrent(want, template))
        .map(template -> add(want, template, notes));
  }

  /**
   * Whether the newest version is as wanted, or cannot be made so yet: an image of one Kubernetes
   * version with data for another would make nodes that do not join.
   */
  public static boolean isCurrent(DesiredTemplate want, ObservedTemplate seen) {
    return want.staleUserDataReason().isPresent() || want.changeFrom(seen.fingerprint()).isNone();
  }

  private static PlanStep add(DesiredTemplate want, ObservedTemplate seen, TemplateNotes notes) {
    TemplateChange change = want.changeFrom(seen.fingerprint());
    String because = reason(change.difference(), seen);
    return new TemplateStep.AddVersion(
        want, seen.id(), because, notes.ofNext(because, change.outdatesInstances()));
  }

  /**
   * A version that is the newest one with other user data, for as long as it is not known what
   * instances boot. Only while all that people asked for is as it was for that version: an image of
   * one Kubernetes version with data for another would not join either.
   */
  public static Optional<PlanStep> userDataRenewal(
      DesiredTemplate want, Optional<ObservedTemplate> seen, TemplateNotes notes) {
    return seen.filter(_ -> want.staleUserDataReason().isEmpty())
        .flatMap(
            observedTemplate ->
                observedTemplate
                    .fingerprint()
                    .flatMap(want::withUserDataRenewed)
                    .map(renewed -> renew(want, observedTemplate, renewed, notes)));
  }

  private static PlanStep renew(
      DesiredTemplate want,
      ObservedTemplate seen,
      TemplateFingerprint renewed,
      TemplateNotes notes) {
    boolean outdates = want.changeFrom(seen.fingerprint()).outdatesInstances();
    String because = reason(outdates ? Difference.BOOTSTRAP : Difference.USER_DATA, seen);
    return new TemplateStep.RenewUserData(
        want, seen, renewed, because, notes.ofNext(because, outdates));
  }

  private static String reason(Difference difference, ObservedTemplate seen) {
    String what =
        switch (difference) {
          case UNKNOWN -> "was not made by Weir";
          case SETTINGS -> "has different settings";
          case BOOTSTRAP -> "has different bootstrap data";
          case USER_DATA -> "has older bootstrap data";
          case RULE -> "is described as an earlier release of Weir did";
          case NONE -> "is as wanted";
        };
    return "version %d %s".formatted(seen.latestVersion(), what);
  }

  /**
   * Versions to remove: never one of the newest, the first, or one that an instance was made of.
   *
   * @param used those that instances were made of
   */
  public static Optional<PlanStep> surplusRemoval(Optional<ObservedTemplate> seen, Set<Long> used) {
    return seen.filter(ObservedTemplate::hasSurplusVersions)
        .flatMap(template -> surplusRemoval(template, used));
  }

  private static Optional<PlanStep> surplusRemoval(ObservedTemplate seen, Set<Long> used) {
    // The first is the default version, which AWS does not let go.
    long last = seen.latestVersion() - KEPT;
    List<Long> versions =
        LongStream.rangeClosed(Math.max(2, last - MOST + 1), last)
            .filter(version -> !used.contains(version))
            .boxed()
            .toList();
    return versions.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TemplateStep.RemoveVersions(
                seen.name(),
                seen.id(),
                versions,
                "the %d newest and those in use are kept".formatted(KEPT)));
  }
}
