package io.weir.provider.aws.plan;

import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Mark;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.roll.Rollout;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Which versions a launch template needs, and which it needs no more; pure. */
public final class Versions {

  /** So many of the newest stay, for people who want to compare. */
  private static final int KEPT = 3;

  /** Old ones are removed each time that so many came; one call then takes all. */
  public static final int CROWD = 4;

  /** AWS's limit of versions in a call. */
  private static final int MOST = 200;

  private Versions() {}

  /** The template, or its next version. */
  static Optional<Step> next(AwsDesired want, AwsObserved seen, Rollout rollout) {
    if (seen.template().isEmpty()) {
      return Optional.of(new TemplateStep.CreateTemplate(want, "it does not exist"));
    }
    Template template = seen.template().get();
    // An image of one Kubernetes version with data for another would make nodes that do not join.
    return want.stale().isPresent()
        ? Optional.empty()
        : outdated(want.mark(), template).map(why -> add(want, template, why, rollout));
  }

  /** Whether the newest version is as wanted, or cannot be made so yet. */
  static boolean current(AwsDesired want, Template template) {
    return want.stale().isPresent() || outdated(want.mark(), template).isEmpty();
  }

  /**
   * A version that is the newest one with other user data, for as long as it is not known what
   * instances boot: with an old join token those that start would not join. Only while all that
   * people asked for is as it was for that version: an image of one Kubernetes version with data
   * for another would not join either.
   */
  static Optional<Step> renewed(AwsDesired want, AwsObserved seen, Rollout rollout) {
    return seen.template()
        .filter(template -> want.stale().isEmpty() && onlyUserDataDiffers(want.mark(), template))
        .map(template -> renew(want, template, rollout));
  }

  private static boolean onlyUserDataDiffers(Mark want, Template seen) {
    return seen.mark()
        .filter(mark -> mark.revision().equals(want.revision()))
        .filter(mark -> !mark.userData().equals(want.userData()))
        .isPresent();
  }

  private static Step renew(AwsDesired want, Template template, Rollout rollout) {
    return worthARoll(want, template)
        .map(why -> new TemplateStep.RenewUserData(want, template, why, rollout.next(why)))
        .orElseGet(
            () -> new TemplateStep.RenewUserData(want, template, older(template), rollout.owed()));
  }

  private static Step add(AwsDesired want, Template template, String why, Rollout rollout) {
    var reason = worthARoll(want, template);
    return reason
        .map(
            because ->
                new TemplateStep.AddVersion(want, template.id(), because, rollout.next(because)))
        .orElseGet(() -> new TemplateStep.AddVersion(want, template.id(), why, rollout.owed()));
  }

  private static Optional<String> outdated(Mark want, Template seen) {
    if (seen.mark().isEmpty()) {
      return Optional.of("version %d was not made by Weir".formatted(seen.latest()));
    }
    Mark mark = seen.mark().get();
    boolean otherRevision = !mark.revision().isEmpty() && !mark.revision().equals(want.revision());
    if (otherRevision || !mark.data().equals(want.data())) {
      return Optional.of("version %d has different settings".formatted(seen.latest()));
    }
    return mark.userData().equals(want.userData()) ? Optional.empty() : Optional.of(older(seen));
  }

  private static String older(Template seen) {
    return "version %d has older bootstrap data".formatted(seen.latest());
  }

  /**
   * Why running instances are to be replaced for the next version. What somebody else made cannot
   * be compared, and is taken over as it runs.
   */
  private static Optional<String> worthARoll(AwsDesired want, Template seen) {
    if (seen.mark().isEmpty()) {
      return Optional.empty();
    }
    Mark is = seen.mark().get();
    Mark mark = want.mark();
    boolean settings =
        is.revision().isEmpty()
            ? !is.data().equals(mark.data())
            : !is.revision().equals(mark.revision());
    if (settings) {
      return Optional.of("version %d has different settings".formatted(seen.latest()));
    }
    boolean bootstrap =
        want.revision().onBootstrap()
            && !is.bootstrap().isEmpty()
            && !is.bootstrap().equals(mark.bootstrap());
    return bootstrap
        ? Optional.of("version %d has different bootstrap data".formatted(seen.latest()))
        : Optional.empty();
  }

  /**
   * Versions to remove: never one of the newest, the first, or one that an instance was made of.
   */
  static Optional<Step> surplus(AwsObserved seen) {
    if (seen.template().isEmpty() || !seen.template().get().crowded()) {
      return Optional.empty();
    }
    Template template = seen.template().get();
    var used =
        seen.group().stream()
            .flatMap(group -> group.members().stream())
            .map(Group.Member::version)
            .flatMapToLong(version -> version.stream())
            .boxed()
            .collect(Collectors.toSet());
    // The first is the default version, which AWS does not let go.
    long last = template.latest() - KEPT;
    List<Long> versions =
        LongStream.rangeClosed(Math.max(2, last - MOST + 1), last)
            .filter(version -> !used.contains(version))
            .boxed()
            .toList();
    return versions.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TemplateStep.RemoveVersions(
                template.name(),
                template.id(),
                versions,
                "the %d newest and those in use are kept".formatted(KEPT)));
  }
}
