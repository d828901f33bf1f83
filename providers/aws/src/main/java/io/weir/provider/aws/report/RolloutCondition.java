package io.weir.provider.aws.report;

import io.weir.api.conditions.Condition;
import io.weir.provider.Instance;
import io.weir.provider.Progress.Failure;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Refresh;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.plan.RefreshStep;
import io.weir.provider.aws.roll.Owed;
import io.weir.provider.aws.roll.Rollout;
import io.weir.provider.aws.roll.Standing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Tells how far instances are replaced. The numbers are those of instances; the percent, AWS's. */
record RolloutCondition(Rollout rollout, AwsDesired want, Instant now, Optional<Failure> failure) {

  private static final String INFO = "Info";
  private static final String WARNING = "Warning";
  private static final String ERROR = "Error";

  Condition told() {
    return failure
        .filter(each -> each.step().orElse(null) instanceof RefreshStep)
        .map(
            each ->
                no(
                    WARNING,
                    AwsConditions.REFRESH_FAILED,
                    "cannot %s: %s; %s"
                        .formatted(each.doing(), each.error().getMessage(), numbers())))
        .orElseGet(this::undisturbed);
  }

  /** Where all rests until the next change, what keeps that change from being made is told. */
  private Condition undisturbed() {
    var standing = rollout.standing(want.refresh(), now);
    return switch (standing) {
      case Standing.Settled _, Standing.GivenUp _, Standing.Cancelled _ ->
          want.stale()
              .map(why -> no(INFO, AwsConditions.WAITING_FOR_BOOTSTRAP_DATA, why))
              .orElseGet(() -> standing(standing));
      case Standing.Finishing _,
          Standing.Disabled _,
          Standing.Unseen _,
          Standing.Unreadable _,
          Standing.Suspended _,
          Standing.Running _,
          Standing.Overtaken _,
          Standing.Due _,
          Standing.Waiting _ ->
          standing(standing);
    };
  }

  private Condition standing(Standing standing) {
    return switch (standing) {
      case Standing.Settled _ -> Condition.isTrue(AwsConditions.INSTANCES_UP_TO_DATE);
      case Standing.Finishing _ ->
          no(INFO, AwsConditions.REFRESH_IN_PROGRESS, numbers() + "; " + last());
      case Standing.Disabled _ ->
          no(
              INFO,
              AwsConditions.REFRESH_DISABLED,
              numbers()
                  + "; spec.refreshPreferences.disable is true: replace the others, or set it to"
                  + " false");
      case Standing.Unseen _ when rollout.outdated().isEmpty() ->
          no(
              INFO,
              AwsConditions.REFRESH_OWED,
              "the next observation shows whether an instance refresh is needed: " + numbers());
      case Standing.Unseen _ ->
          no(INFO, AwsConditions.REFRESH_OWED, "an instance refresh follows: " + numbers());
      case Standing.Due _ ->
          no(INFO, AwsConditions.REFRESH_OWED, "an instance refresh follows: " + numbers());
      case Standing.Unreadable unreadable ->
          no(
              WARNING,
              AwsConditions.REFRESH_OWED,
              numbers() + "; whether a refresh is running is unknown: " + unreadable.why());
      case Standing.Suspended suspended ->
          no(
              WARNING,
              AwsConditions.REFRESH_SUSPENDED,
              "%s; no refresh can run while the group's processes %s are suspended: resume them"
                  .formatted(numbers(), String.join(", ", new TreeSet<>(suspended.processes()))));
      case Standing.Running running -> running(running.refresh());
      case Standing.Overtaken overtaken ->
          no(
              INFO,
              AwsConditions.REFRESH_IN_PROGRESS,
              "the instance refresh for an older change is being cancelled: " + numbers());
      case Standing.Waiting waiting ->
          no(
              WARNING,
              AwsConditions.REFRESH_FAILED,
              ended(waiting.last())
                  + "; it is restarted after a pause, attempt %d".formatted(waiting.attempt()));
      case Standing.GivenUp over ->
          no(
              ERROR,
              AwsConditions.REFRESH_FAILED,
              ended(over.last())
                  + "; Weir gave up after %d attempts and retries when the pool changes: correct it"
                      .formatted(over.attempts()));
      case Standing.Cancelled cancelled ->
          no(
              WARNING,
              AwsConditions.REFRESH_CANCELLED,
              ended(cancelled.last())
                  + "; Weir does not override that: start one in AWS, or change the pool");
    };
  }

  /** Lifecycle hooks may hold instances for hours that are out of service. */
  private String last() {
    List<Group.Member> staying = rollout.staying();
    boolean up =
        staying.stream().allMatch(it -> it.instance().state() == Instance.State.RUNNING)
            && rollout.group().filter(group -> group.staying() == group.desired()).isPresent();
    long leaving = rollout.group().stream().mapToLong(it -> it.members().size()).sum();
    leaving -= staying.size();
    if (!up || leaving == 0) {
      return "the last instances are not running yet";
    }
    return leaving == 1
        ? "1 old instance is still terminating"
        : "%d old instances are still terminating".formatted(leaving);
  }

  private Condition running(Refresh refresh) {
    if (refresh.stopping()) {
      return no(
          INFO,
          AwsConditions.REFRESH_IN_PROGRESS,
          "the instance refresh is being cancelled at %d %%: %s"
              .formatted(refresh.percent(), numbers()));
    }
    String suffix = refresh.reason().isEmpty() ? "" : "; " + refresh.reason();
    return no(
        INFO,
        AwsConditions.REFRESH_IN_PROGRESS,
        "instance refresh %d %%: %s%s".formatted(refresh.percent(), numbers(), suffix));
  }

  private String ended(Refresh refresh) {
    if (refresh.forgotten()) {
      return "the instance refresh ended so long ago that AWS no longer reports how: " + numbers();
    }
    String why = refresh.reason().isEmpty() ? "" : " (" + refresh.reason() + ")";
    String how =
        switch (refresh.status()) {
          case "Successful" -> "ended but skipped instances";
          case "Cancelled" -> "was cancelled";
          default -> "ended as " + refresh.status();
        };
    return "the instance refresh %s at %d %%%s: %s"
        .formatted(how, refresh.percent(), why, numbers());
  }

  private String numbers() {
    int all = rollout.staying().size();
    return "%d of %d instances on %s of the launch template"
        .formatted(all - rollout.outdated().size(), all, versions());
  }

  private String versions() {
    long latest = rollout.template().map(Template::latest).orElse(0L);
    long first =
        rollout
                .owed()
                .filter(
                    owed ->
                        rollout
                            .template()
                            .filter(it -> it.id().equals(owed.template()))
                            .isPresent())
                .map(Owed::after)
                .orElse(0L)
            + 1;
    return first >= latest ? "version " + latest : "versions %d to %d".formatted(first, latest);
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.isFalse(AwsConditions.INSTANCES_UP_TO_DATE, severity, reason, message);
  }
}
