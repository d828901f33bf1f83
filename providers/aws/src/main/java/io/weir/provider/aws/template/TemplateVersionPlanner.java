package io.weir.provider.aws.template;

import io.weir.provider.PlanStep;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateChange.Difference;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** Which versions a launch template needs, and which it no longer needs; pure. */
public final class TemplateVersionPlanner {

  /** So many of the newest stay, for people who want to compare. */
  private static final int KEPT = 3;

  /** Old ones are removed each time that so many came; one call then takes all. */
  public static final int CLEANUP_INTERVAL = 4;

  /** AWS's limit of versions in a call. */
  public static final int MOST = 200;

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

  /**
   * Whether a version of what is wanted is to be tried: it would be launched with other parameters
   * than the newest one, or instances are to be replaced for it. What else boots of it, such as a
   * token, is nothing that AWS looks at. What another service of AWS launches, that service tries.
   */
  public static boolean needsTrial(DesiredTemplate want, Optional<ObservedTemplate> seen) {
    if (want.target().equals(LaunchTarget.BY_ANOTHER_SERVICE)) {
      return false;
    }
    return switch (want.changeFrom(seen.flatMap(ObservedTemplate::fingerprint)).difference()) {
      case UNKNOWN, SETTINGS, BOOTSTRAP -> true;
      case USER_DATA, WORDING, RULE, NONE -> false;
    };
  }

  /**
   * Whether a version is to be made that AWS may refuse to launch from. As long as it does, all
   * that goes with such a version waits, and the newest one serves.
   */
  public static boolean awaitsLaunchableVersion(DesiredTemplate want, ObservedTemplate seen) {
    return want.imageKnown() && !isCurrent(want, seen) && needsTrial(want, Optional.of(seen));
  }

  /** Tries the newest version. */
  public static PlanStep trial(DesiredTemplate want, ObservedTemplate seen) {
    return new TemplateStep.TryVersion(
        want,
        new LaunchTrial(seen.id(), seen.latestVersion(), want.target()),
        "it was not tried when it was made");
  }

  private static PlanStep add(DesiredTemplate want, ObservedTemplate seen, TemplateNotes notes) {
    TemplateChange change = want.changeFrom(seen.fingerprint());
    String because = reason(change.difference(), seen);
    return new TemplateStep.AddVersion(
        want,
        seen.id(),
        because,
        notes.ofNext(because, change.outdatesInstances(), needsTrial(want, Optional.of(seen))));
  }

  /**
   * A version that is the newest one with other user data, for as long as it is not known what
   * instances boot, or AWS refuses to launch what is wanted. Only while the data is made of what it
   * was made of for that version, such as the Kubernetes version: an image of one with data for
   * another would not join either.
   */
  public static Optional<PlanStep> userDataRenewal(
      DesiredTemplate want, Optional<ObservedTemplate> seen, TemplateNotes notes) {
    return seen.filter(_ -> want.staleUserDataReason().isEmpty())
        .filter(template -> !want.imageKnown() || awaitsLaunchableVersion(want, template))
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
    boolean outdates =
        want.revision().rollOnBootstrapChange()
            && seen.fingerprint()
                .map(TemplateFingerprint::bootstrap)
                .filter(before -> !before.equals(renewed.bootstrap()))
                .isPresent();
    String because = reason(outdates ? Difference.BOOTSTRAP : Difference.USER_DATA, seen);
    // What it is launched with is that of a version from which instances are made.
    return new TemplateStep.RenewUserData(
        want, seen, renewed, because, notes.ofNext(because, outdates, false));
  }

  private static String reason(Difference difference, ObservedTemplate seen) {
    String what =
        switch (difference) {
          case UNKNOWN -> "was not made by Weir";
          case SETTINGS -> "has different settings";
          case BOOTSTRAP -> "has different bootstrap data";
          case USER_DATA -> "has older bootstrap data";
          case WORDING -> "is asked for in other words";
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
