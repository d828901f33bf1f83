package io.weir.provider.aws.refresh;

import io.weir.api.conditions.Condition;
import io.weir.provider.Instance;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells how far instances are replaced. The numbers are those of instances; the percent, AWS's.
 *
 * @param settings how they are replaced
 * @param staleUserDataReason what keeps the next change from being made; empty if nothing does
 * @param failure the call that failed in the pass
 * @param rolledByWeir how far Weir is, where it replaces instances itself
 */
public record RolloutCondition(
    Rollout rollout,
    InstanceRefreshSettings settings,
    Optional<String> staleUserDataReason,
    Instant now,
    Optional<CallFailure> failure,
    Optional<ReportContext.Rollout> rolledByWeir) {

  private static final String INFO = AwsConditions.INFO;
  private static final String WARNING = AwsConditions.WARNING;
  private static final String ERROR = AwsConditions.ERROR;

  /** The condition. */
  public Condition toCondition() {
    return failure
        .filter(each -> each.step().orElse(null) instanceof InstanceRefreshStep)
        .map(
            each ->
                no(
                    each.error().needsUserAction() ? ERROR : WARNING,
                    AwsConditions.REFRESH_FAILED,
                    "cannot %s: %s; %s"
                        .formatted(each.action(), each.error().getMessage(), numbers())))
        .or(this::refusedVersion)
        .orElseGet(this::undisturbed);
  }

  /** Instances are as the template says, which is not what the pool asks for. */
  private Optional<Condition> refusedVersion() {
    return failure
        .filter(
            each ->
                each.step().orElse(null) instanceof TemplateStep.AddVersion
                    || each.step().orElse(null) instanceof TemplateStep.TryVersion)
        .filter(each -> each.error().needsUserAction())
        .map(each -> no(ERROR, AwsConditions.LAUNCH_TEMPLATE_RECONCILE_FAILED, each.message()));
  }

  /** Where all rests until the next change, what keeps that change from being made is told. */
  private Condition undisturbed() {
    var rolloutState = rollout.state(settings, now);
    return switch (rolloutState) {
      case RolloutState.Settled _, RolloutState.RetriesExhausted _, RolloutState.Cancelled _ ->
          staleUserDataReason
              .map(why -> no(INFO, AwsConditions.WAITING_FOR_BOOTSTRAP_DATA, why))
              .orElseGet(() -> standing(rolloutState));
      case RolloutState.Finishing _,
          RolloutState.Disabled _,
          RolloutState.Unknown _,
          RolloutState.Unreadable _,
          RolloutState.Suspended _,
          RolloutState.Running _,
          RolloutState.Superseded _,
          RolloutState.Due _,
          RolloutState.BackingOff _ ->
          standing(rolloutState);
    };
  }

  private Condition standing(RolloutState rolloutState) {
    boolean busy =
        rolloutState instanceof RolloutState.Running
            || rolloutState instanceof RolloutState.Superseded;
    return rolledByWeir
        .filter(_ -> !busy && !(rolloutState instanceof RolloutState.Settled))
        .map(this::rolledByWeir)
        .orElseGet(() -> ofRefresh(rolloutState));
  }

  private Condition rolledByWeir(ReportContext.Rollout progress) {
    return progress.stalled()
        ? no(WARNING, AwsConditions.ROLLOUT_STALLED, numbers() + "; " + progress.message())
        : no(INFO, AwsConditions.ROLLING_OUT, numbers() + "; " + progress.message());
  }

  private Condition ofRefresh(RolloutState rolloutState) {
    return switch (rolloutState) {
      case RolloutState.Settled _ -> Condition.ofTrue(AwsConditions.INSTANCES_UP_TO_DATE);
      case RolloutState.Finishing _ ->
          no(INFO, AwsConditions.REFRESH_IN_PROGRESS, numbers() + "; " + last());
      case RolloutState.Disabled _ ->
          no(
              INFO,
              AwsConditions.REFRESH_DISABLED,
              numbers()
                  + "; spec.refreshPreferences.disable is true: replace the others, or set it to"
                  + " false");
      case RolloutState.Unknown _ when rollout.outdated().isEmpty() ->
          no(
              INFO,
              AwsConditions.REFRESH_OWED,
              "the next observation shows whether an instance refresh is needed: " + numbers());
      case RolloutState.Unknown _ ->
          no(INFO, AwsConditions.REFRESH_OWED, "an instance refresh follows: " + numbers());
      case RolloutState.Due _ ->
          no(INFO, AwsConditions.REFRESH_OWED, "an instance refresh follows: " + numbers());
      case RolloutState.Unreadable unreadable ->
          no(
              WARNING,
              AwsConditions.REFRESH_OWED,
              numbers() + "; whether a refresh is running is unknown: " + unreadable.why());
      case RolloutState.Suspended suspended ->
          no(
              WARNING,
              AwsConditions.REFRESH_SUSPENDED,
              "%s; no refresh can run while the group's processes %s are suspended: resume them"
                  .formatted(numbers(), String.join(", ", new TreeSet<>(suspended.processes()))));
      case RolloutState.Running running -> running(running.refresh());
      case RolloutState.Superseded superseded ->
          no(
              INFO,
              AwsConditions.REFRESH_IN_PROGRESS,
              "the instance refresh for an older change is being cancelled: " + numbers());
      case RolloutState.BackingOff backingOff ->
          no(
              WARNING,
              AwsConditions.REFRESH_FAILED,
              ended(backingOff.last())
                  + "; it is restarted after a pause, attempt %d".formatted(backingOff.attempt()));
      case RolloutState.RetriesExhausted over ->
          no(
              ERROR,
              AwsConditions.REFRESH_FAILED,
              ended(over.last())
                  + "; Weir gave up after %d attempts and retries when the pool changes: correct it"
                      .formatted(over.attempts()));
      case RolloutState.Cancelled cancelled ->
          no(
              WARNING,
              AwsConditions.REFRESH_CANCELLED,
              ended(cancelled.last())
                  + "; Weir does not override that: start one in AWS, or change the pool");
    };
  }

  /** Lifecycle hooks may hold instances for hours that are out of service. */
  private String last() {
    List<GroupInstance> staying = rollout.stayingInstances();
    boolean up =
        staying.stream()
                .map(it -> it.instance().state())
                .allMatch(Set.of(Instance.State.RUNNING, Instance.State.IDLE)::contains)
            && rollout
                .group()
                .filter(observedGroup -> observedGroup.stayingCount() == observedGroup.desired())
                .isPresent();
    long leaving = rollout.group().stream().mapToLong(it -> it.members().size()).sum();
    leaving -= staying.size();
    if (!up || leaving == 0) {
      return "the last instances are not running yet";
    }
    return leaving == 1
        ? "1 old instance is still terminating"
        : "%d old instances are still terminating".formatted(leaving);
  }

  private Condition running(ObservedRefresh observedRefresh) {
    if (observedRefresh.isCancelling()) {
      return no(
          INFO,
          AwsConditions.REFRESH_IN_PROGRESS,
          "the instance refresh is being cancelled at %d %%: %s"
              .formatted(observedRefresh.percent(), numbers()));
    }
    String suffix = observedRefresh.reason().isEmpty() ? "" : "; " + observedRefresh.reason();
    return no(
        INFO,
        AwsConditions.REFRESH_IN_PROGRESS,
        "instance refresh %d %%: %s%s".formatted(observedRefresh.percent(), numbers(), suffix));
  }

  private String ended(ObservedRefresh observedRefresh) {
    if (observedRefresh.forgotten()) {
      return "the instance refresh ended so long ago that AWS no longer reports how: " + numbers();
    }
    String why = observedRefresh.reason().isEmpty() ? "" : " (" + observedRefresh.reason() + ")";
    String how =
        switch (observedRefresh.status()) {
          case "Successful" -> "ended but skipped instances";
          case "Cancelled" -> "was cancelled";
          default -> "ended as " + observedRefresh.status();
        };
    return "the instance refresh %s at %d %%%s: %s"
        .formatted(how, observedRefresh.percent(), why, numbers());
  }

  private String numbers() {
    int all = rollout.stayingInstances().size();
    return "%d of %d instances on %s of the launch template"
        .formatted(all - rollout.outdated().size(), all, versions());
  }

  private String versions() {
    long latest = rollout.template().map(ObservedTemplate::latestVersion).orElse(0L);
    long first =
        rollout
                .owed()
                .filter(
                    owedRefresh ->
                        rollout
                            .template()
                            .filter(it -> it.id().equals(owedRefresh.template()))
                            .isPresent())
                .map(OwedRefresh::after)
                .orElse(0L)
            + 1;
    return first >= latest ? "version " + latest : "versions %d to %d".formatted(first, latest);
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AwsConditions.INSTANCES_UP_TO_DATE, severity, reason, message);
  }
}
