package io.weir.provider.kit;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.pass.DryRun;
import io.weir.pass.Grant;
import io.weir.pass.OpenScope;
import io.weir.pass.PassListener;
import io.weir.pass.PassOutcome;
import io.weir.pass.PoolObservations;
import io.weir.pass.PoolPass;
import io.weir.pass.PoolStore;
import io.weir.pass.ScopeAccess;
import io.weir.pass.SecretWritten;
import io.weir.pass.StepBackoff;
import io.weir.pass.TerminationBrake;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservedState;
import io.weir.provider.Place;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The world of one pass: the pool on a tree, its cloud observed when the pass first asks. */
final class SinglePass<D extends DesiredState, O extends ObservedState>
    implements ScopeAccess<O>, PoolStore, PassListener {

  private final TestReconciler<D, O> reconciler;
  private final PoolObjects objects;
  private final PoolPass<D, O> pass;
  private ProviderAnnotations annotations;
  private final List<PlanStep> made = new ArrayList<>();
  private boolean marked;

  SinglePass(TestReconciler<D, O> reconciler, PoolObjects objects) {
    this.reconciler = reconciler;
    this.objects = objects;
    this.annotations = reconciler.annotations(objects);
    var clock = reconciler.cloud().clock();
    this.pass =
        new PoolPass<>(
            reconciler.provider(),
            this,
            new StepBackoff(clock),
            TerminationBrake.NONE,
            reconciler.creations(),
            this,
            clock);
  }

  PassOutcome<D, O> converge() {
    return pass.converge(objects.subject(), objects.inputs(), this);
  }

  PassOutcome<D, O> pause() {
    return pass.pause(objects.subject(), this);
  }

  DryRun<O> dryRun() {
    return pass.dryRun(objects.subject(), objects.inputs(), this);
  }

  /** The deletion began before anything was observed. */
  PassOutcome<D, O> delete() {
    var inputs = objects.inputs();
    return pass.delete(
        objects.subject(), Optional.of(inputs), inputs.relatedObjects(), this, Instant.MIN);
  }

  /** Whether it ended when it had marked something as the pool's. */
  boolean hasMarked() {
    return marked;
  }

  /** On what a receipt shows, its step must not be needed any more. */
  void assertNothingMadeIsPlannedAgain(PassOutcome<D, O> outcome) {
    outcome
        .toReport()
        .flatMap(ReportContext::failure)
        .flatMap(CallFailure::step)
        .filter(step -> made.stream().anyMatch(each -> isSameWrite(each, step)))
        .ifPresent(
            step -> {
              throw new AssertionError(
                  "%s was planned again right after it was made: let its receipt show what was accepted, or let endsPass of %s be true"
                      .formatted(step.description(), step.getClass().getSimpleName()));
            });
  }

  private static boolean isSameWrite(PlanStep one, PlanStep other) {
    return one.description().equals(other.description()) && one.goalKey().equals(other.goalKey());
  }

  /** The reasons of the Events that tell of what it did. */
  List<String> eventReasons() {
    return made.stream().map(PlanStep::eventReason).toList();
  }

  @Override
  public OpenScope<O> open(Grant grant, ApiObject pool) {
    CloudScope scope = grant.scope();
    if (scope.equals(CloudScope.MANAGEMENT_CLUSTER)) {
      return OpenScope.ofManagementCluster(reconciler.cloud().clock(), _ -> {});
    }
    return new OpenScope<>(scope, new Observations(scope), reconciler.queries(scope));
  }

  @Override
  public OpenScope<O> follow(Grant grant, ApiObject pool, PoolIdentity identity) {
    return open(grant, pool);
  }

  @Override
  public void unfollow(ObjectKey pool) {}

  @Override
  public ApiObject pool() {
    return objects.pool();
  }

  @Override
  public ProviderAnnotations annotations() {
    return annotations;
  }

  @Override
  public boolean hasPending() {
    return !annotations.equals(reconciler.annotations(objects));
  }

  @Override
  public void setPending(ProviderAnnotations changed) {
    // What a crash may lose is kept here: each pass of the kit is followed by the next.
    write(changed);
  }

  @Override
  public void write(ProviderAnnotations changed) {
    var all = new HashMap<String, Optional<String>>();
    reconciler.provider().annotationKeys().forEach(key -> all.put(key, changed.get(key)));
    objects.annotate(all);
    annotations = changed;
  }

  @Override
  public void note(Map<String, Optional<String>> notes) {
    objects.annotate(notes);
    annotations = reconciler.annotations(objects);
  }

  @Override
  public void writeFinalizerAndPlace(Place place, boolean blockMove) {
    writePlace(place);
    if (blockMove) {
      objects.annotate(Map.of(MetadataKeys.BLOCK_MOVE, Optional.of("true")));
    }
  }

  @Override
  public void allowMove() {
    objects.annotate(Map.of(MetadataKeys.BLOCK_MOVE, Optional.empty()));
  }

  @Override
  public void recordObjectKinds(String kinds) {
    objects.annotate(Map.of(MetadataKeys.OBJECT_KINDS, Optional.of(kinds)));
  }

  @Override
  public void writeRetirements(Optional<String> text) {
    objects.annotate(Map.of(MetadataKeys.RETIREMENTS, text));
  }

  @Override
  public void writePlace(Place place) {
    objects.annotate(Map.of(MetadataKeys.PLACE, Optional.of(place.annotationValue())));
  }

  @Override
  public void done(ObjectKey pool, PlanStep planStep) {
    marked |= planStep.endsPass();
    made.add(planStep);
    reconciler.recordDone(planStep);
    record(planStep);
  }

  @Override
  public void secretWritten(SecretWritten secretWritten) {
    reconciler.record(secretWritten.message());
  }

  @Override
  public void failed(ObjectKey pool, CallFailure callFailure) {
    callFailure.step().ifPresent(this::record);
    reconciler.record(callFailure.message());
  }

  @Override
  public void blocked(ObjectKey pool, PrerequisiteException why) {
    reconciler.record(String.valueOf(why.getMessage()));
  }

  private void record(PlanStep planStep) {
    reconciler.record(planStep + " " + planStep.description() + " " + planStep.reason());
  }

  private final class Observations implements PoolObservations<O> {

    private final CloudScope scope;
    private @Nullable Observation<O> latest;
    private @Nullable ProviderException failure;
    private boolean inDetail;
    private boolean gone;

    Observations(CloudScope scope) {
      this.scope = scope;
    }

    @Override
    public Observation<O> latestObservation(PoolIdentity pool) {
      Observation<O> known = latest;
      if (known == null) {
        known = observe(pool.cloudName());
        latest = known;
      }
      return known;
    }

    private Observation<O> observe(String name) {
      Set<String> names = Set.of(name);
      try {
        return reconciler.withDetails(
            scope,
            name,
            reconciler
                .observe(scope, new ObservationRequest.Only(names))
                .getOrDefault(
                    name, new Observation.ProvenAbsent<>(reconciler.cloud().clock().instant())),
            inDetail);
      } catch (ProviderException error) {
        failure = error;
        return new Observation.Unknown<>(String.valueOf(error.getMessage()));
      }
    }

    @Override
    public void observeInDetail(PoolIdentity pool, boolean inDetail) {
      this.inDetail = inDetail;
    }

    @Override
    public void recordWriteResult(String cloudName, Observation<O> after) {
      latest = after;
      gone = false;
    }

    @Override
    public void invalidate(String cloudName, String why) {
      latest = null;
      gone = false;
    }

    /** Looked at once: here nobody else writes. */
    @Override
    public boolean proveAbsence(String cloudName, Instant deletedSince) {
      if (!gone) {
        try {
          latest = reconciler.observeRemains(scope, cloudName);
          gone = latest instanceof Observation.ProvenAbsent;
        } catch (ProviderException error) {
          failure = error;
        }
      }
      return gone;
    }

    @Override
    public void observeSoon(String cloudName) {}

    @Override
    public void observeAt(String cloudName, Instant when) {}

    @Override
    public Optional<ProviderException> lastFailure() {
      return Optional.ofNullable(failure);
    }

    @Override
    public Optional<ProviderException> reportableFailure() {
      return Optional.empty();
    }
  }
}
