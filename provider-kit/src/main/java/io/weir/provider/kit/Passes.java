package io.weir.provider.kit;

import io.weir.api.Keys;
import io.weir.provider.Answer;
import io.weir.provider.CallGate;
import io.weir.provider.Desired;
import io.weir.provider.ErrorRule;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.Progress;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Secrets;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.Unready;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A manager of one pool at a time: observes, plans, applies, reports and keeps notes on the pool,
 * in the same order as the real one. Records all texts, so that they can be searched.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public final class Passes<D extends Desired, O extends Observed> implements CallGate {
  private static final int STEPS_AT_MOST = 30;

  private final CloudUnderTest<D, O> cloud;
  private final Map<Query, Answer> answers = new HashMap<>();
  private final List<String> said = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private PoolProvider<D, O> provider;
  private boolean secretsGone;
  private int entered;

  /** Passes of a manager that has just started. */
  public Passes(CloudUnderTest<D, O> cloud) {
    this.cloud = cloud;
    this.provider = open();
  }

  private PoolProvider<D, O> open() {
    Secrets secrets = key -> secretsGone ? Optional.empty() : cloud.secrets().find(key);
    return cloud.provider(new Context(cloud.settings(), this, secrets, cloud.clock()));
  }

  /** From now on no Secret exists. */
  public void removeSecrets() {
    secretsGone = true;
  }

  /** Forgets everything that is not recorded on the pools, as a new process would. */
  public void restart() {
    answers.clear();
    provider = open();
  }

  public PoolProvider<D, O> provider() {
    return provider;
  }

  /** Every step, error and report so far, as text. */
  public List<String> said() {
    return List.copyOf(said);
  }

  /** Outcomes of the calls that the gate let through. */
  public synchronized List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** How many calls entered the gate. */
  public synchronized int entered() {
    return entered;
  }

  /** The desired state. */
  public D desired(PoolObjects objects) throws ProviderException, Unready {
    return switch (resolve(objects)) {
      case Resolution.Resolved<D> resolved -> resolved.desired();
      case Resolution.Blocked<D> blocked -> throw blocked.why();
      case Resolution.Asks<D> asks -> throw new AssertionError("never stops asking: " + asks);
    };
  }

  /** The desired state, or why there is none, after all queries were answered. */
  public Resolution<D> resolve(PoolObjects objects) throws ProviderException, Unready {
    Scope scope = place(objects);
    Resolution<D> resolution = provider.resolve(objects.inputs(), this::known);
    for (int i = 0; i < STEPS_AT_MOST && resolution instanceof Resolution.Asks<D> asks; i++) {
      answers.putAll(provider.ask(scope, asks.queries()));
      resolution = provider.resolve(objects.inputs(), this::known);
    }
    return resolution;
  }

  /** Answers so far. */
  public Optional<Answer> known(Query query) {
    return Optional.ofNullable(answers.get(query));
  }

  /** The pool's scope: as recorded on it, else as its cluster and the cloud say. */
  public Scope place(PoolObjects objects) throws ProviderException, Unready {
    Optional<String> written = objects.pool().annotation(Keys.SCOPE);
    if (written.isPresent()) {
      return Scope.parse(written.get());
    }
    Scope scope = provider.scope(objects.inputs());
    var question = provider.whereabouts(objects.inputs());
    if (question.isPresent()) {
      Answer answer = provider.ask(scope, Set.of(question.get())).get(question.get());
      if (answer == null) {
        throw new AssertionError("no answer to " + question.get());
      }
      scope = question.get().within(answer).map(scope::inside).orElseThrow();
    }
    objects.annotate(Map.of(Keys.SCOPE, Optional.of(scope.text())));
    return scope;
  }

  /** What the cloud shows for the pool. */
  public Observation<O> look(PoolObjects objects) throws ProviderException, Unready {
    String name = provider.cloudName(objects.pool());
    return look(place(objects), new Interest.Only(Set.of(name))).getOrDefault(name, absent());
  }

  /** Everything that an observation shows, by name. */
  public Map<String, Observation<O>> look(Scope scope, Interest interest) throws ProviderException {
    var seen = new TreeMap<String, Observation<O>>();
    Instant asOf = cloud.clock().instant();
    try {
      provider.observe(
          scope,
          interest,
          (name, observed) -> seen.put(name, new Observation.Seen<>(observed, asOf)));
    } catch (ProviderException error) {
      said.add(String.valueOf(error.getMessage()));
      throw error;
    }
    return seen;
  }

  private Observation<O> absent() {
    return new Observation.ProvenAbsent<>(cloud.clock().instant());
  }

  /** One pass for a wanted pool; its results are on the pool afterwards. */
  public Report converge(PoolObjects objects) throws ProviderException, Unready {
    var resolution = new Resolution.Resolved<>(desired(objects));
    return pass(objects, new Intent.Converge<>(resolution.desired()), Optional.of(resolution))
        .report();
  }

  /** One pass for a pool that is being deleted; whether nothing is left of it. */
  public boolean delete(PoolObjects objects) throws ProviderException, Unready {
    var end = pass(objects, new Intent.Delete<>(), Optional.empty());
    return switch (end.seen()) {
      case Observation.ProvenAbsent<O> _ -> true;
      case Observation.Unknown<O> _ -> false;
      case Observation.Seen<O> there ->
          there.observed().ownership(name(objects), notes(objects)) instanceof Ownership.Foreign;
    };
  }

  private record End<O extends Observed>(Observation<O> seen, Report report) {}

  private End<O> pass(PoolObjects objects, Intent<D> intent, Optional<Resolution<D>> resolution)
      throws ProviderException, Unready {
    Scope scope = place(objects);
    Observation<O> seen = believed(objects, look(objects));
    for (int i = 0; i < STEPS_AT_MOST; i++) {
      List<Step> plan = plan(objects, intent, seen);
      if (plan.isEmpty()) {
        break;
      }
      Step step = plan.getFirst();
      said.add(step + " " + step.what() + " " + step.because());
      write(objects, step.before(notes(objects), cloud.clock().instant()));
      try {
        seen = provider.apply(scope, step, seen, step.what() + cloud.clock().instant());
      } catch (ProviderException error) {
        said.add(String.valueOf(error.getMessage()));
        if (!ErrorRule.of(error).ambiguous()) {
          write(objects, step.unmade(notes(objects)));
        }
        var failure = Optional.of(new Failure(step.what(), error));
        Report _ = report(objects, intent, resolution, seen, failure);
        throw error;
      }
      write(objects, step.after(notes(objects)));
    }
    Report report = report(objects, intent, resolution, seen, Optional.empty());
    objects.annotate(report.annotations());
    objects.poolTree().withObject("/spec").setAll(report.spec());
    report.replicas().ifPresent(objects::sized);
    return new End<>(seen, report);
  }

  /** What the provider would do next, given the caller's observation. */
  public List<Step> plan(PoolObjects objects, Intent<D> intent, Observation<O> seen) {
    return provider.plan(intent, new Situation<>(name(objects), seen, notes(objects)));
  }

  private Report report(
      PoolObjects objects,
      Intent<D> intent,
      Optional<Resolution<D>> resolution,
      Observation<O> seen,
      Optional<Failure> failure) {
    boolean deleting = intent instanceof Intent.Delete<D>;
    var progress = new Progress<>(resolution, seen, failure, deleting, notes(objects));
    Report report = provider.report(objects.pool(), progress);
    said.add(report.toString());
    return report;
  }

  private Observation<O> believed(PoolObjects objects, Observation<O> seen) {
    return seen instanceof Observation.ProvenAbsent<O> absent
            && absent.asOf().isBefore(provider.doubtful(notes(objects)))
        ? new Observation.Unknown<>("something may have been created")
        : seen;
  }

  /** The pool's identity. */
  public PoolName name(PoolObjects objects) {
    var pool = objects.pool();
    return new PoolName(pool.key(), pool.uid(), objects.clusterName(), provider.cloudName(pool));
  }

  /** The notes on the pool. */
  public Notes notes(PoolObjects objects) {
    return Notes.of(objects.pool(), provider.noteKeys());
  }

  private void write(PoolObjects objects, Notes notes) {
    var all = new HashMap<String, Optional<String>>();
    provider.noteKeys().forEach(key -> all.put(key, notes.get(key)));
    objects.annotate(all);
  }

  @Override
  public synchronized void enter(Scope scope, String api) {
    entered++;
  }

  @Override
  public synchronized void left(Scope scope, String api, Outcome outcome) {
    outcomes.add(outcome);
  }
}
