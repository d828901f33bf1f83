package io.weir.manager.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.DetailNeed;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolDetail;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResult;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A cloud in a map, which remembers what it was asked and fails when told to. */
public final class FakeProvider
    implements PoolProvider<FakeProvider.FakeDesiredState, FakeProvider.Pool> {

  public static final CloudScope SCOPE =
      new CloudScope("fake", new CloudIdentity.Ambient(), "here");

  public record FakeDesiredState(int size) implements DesiredState {}

  /**
   * A pool.
   *
   * @param detail what is read of one pool at a time; empty if it was not read
   */
  public record Pool(int size, boolean isChanging, String detail) implements ObservedState {
    Pool(int size, boolean isChanging) {
      this(size, isChanging, "");
    }

    @Override
    public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
      return List.of(new Ownership.Ours());
    }

    @Override
    public List<Instance> instances() {
      return List.of();
    }

    @Override
    public Optional<String> problem() {
      return Optional.empty();
    }
  }

  public final Map<String, Pool> cloud = new LinkedHashMap<>();
  final Map<String, Pool> remains = new LinkedHashMap<>();
  final List<Set<String>> remainsLooks = new CopyOnWriteArrayList<>();
  public final List<String> detailsRead = new CopyOnWriteArrayList<>();
  final Map<String, String> details = new ConcurrentHashMap<>();
  final Map<String, ProviderException> detailFailures = new ConcurrentHashMap<>();
  public volatile Duration detailAge = Duration.ofSeconds(2);
  DetailNeed unattended = new DetailNeed.NotNeeded();
  Runnable whileReading = () -> {};
  final List<CloudScope> forgotten = new CopyOnWriteArrayList<>();
  public final BlockingQueue<ObservationRequest> looks = new LinkedBlockingQueue<>();
  final List<Collection<CloudQuery>> asked = new CopyOnWriteArrayList<>();
  final AtomicInteger listed = new AtomicInteger();
  Optional<ProviderException> failure = Optional.empty();
  Runnable whileLooking = () -> {};
  volatile Runnable whileAsked = () -> {};

  @Override
  public PoolKind kind() {
    return new PoolKind(
        new GroupKind("infrastructure.example.org", "FakePool"), "fake.example.org");
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return PoolTraits.DEFAULT.withBootstrapData();
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return Set.of();
  }

  @Override
  public CloudScope scope(PoolInputs in) {
    return SCOPE;
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return cloudScope.cloud().equals(SCOPE.cloud());
  }

  /** The manager's own credentials serve everybody. */
  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identity instanceof CloudIdentity.Ambient
        ? identity
        : PoolProvider.super.authorize(identity, pool, relatedObjects);
  }

  @Override
  public String cloudName(ApiObject pool) {
    return pool.name();
  }

  @Override
  public ResolveResult<FakeDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return new ResolveResult.Resolved<>(new FakeDesiredState(1));
  }

  @Override
  public Map<CloudQuery, QueryResult> query(CloudScope cloudScope, Collection<CloudQuery> queries)
      throws ProviderException {
    asked.add(queries);
    whileAsked.run();
    if (failure.isPresent()) {
      throw failure.get();
    }
    var answers = new HashMap<CloudQuery, QueryResult>();
    queries.forEach(cloudQuery -> answers.put(cloudQuery, new QueryResult() {}));
    return answers;
  }

  @Override
  public void observe(
      ScopeReads reads, ObservationRequest observationRequest, ObservationSink<Pool> out)
      throws ProviderException {
    looks.add(observationRequest);
    Map<String, Pool> listing = reads.get(new Listing(), this::list);
    Set<String> named =
        observationRequest instanceof ObservationRequest.Only only
            ? only.cloudNames()
            : listing.keySet();
    listing.forEach(
        (name, pool) -> {
          if (named.contains(name)) {
            out.accept(name, pool);
          }
        });
    whileLooking.run();
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /** Shows what is there under a name, though a list lacks it. */
  @Override
  public void observeRemains(ScopeReads reads, Set<String> cloudNames, ObservationSink<Pool> out)
      throws ProviderException {
    remainsLooks.add(cloudNames);
    cloudNames.stream()
        .filter(remains::containsKey)
        .forEach(name -> out.accept(name, remains.get(name)));
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  @Override
  public List<PoolDetail<Pool, ?>> details() {
    return List.of(new FakeDetail());
  }

  /** Read of pools that are attended. */
  private final class FakeDetail implements PoolDetail<Pool, String> {
    @Override
    public String name() {
      return "fakes";
    }

    @Override
    public DetailNeed need(Pool observed, Optional<String> known, boolean wanted) {
      return wanted ? DetailNeed.atOnce(detailAge) : unattended;
    }

    @Override
    public CloudRequest request(CloudScope cloudScope, String cloudName) {
      return new CloudRequest(cloudScope, "ReadFake", cloudName);
    }

    @Override
    public String read(CloudScope cloudScope, String cloudName, Pool observed)
        throws ProviderException {
      detailsRead.add(cloudName);
      String value = details.getOrDefault(cloudName, "nothing");
      whileReading.run();
      ProviderException failure = detailFailures.get(cloudName);
      if (failure != null) {
        throw failure;
      }
      return value;
    }

    @Override
    public Optional<String> valueIn(Pool observed) {
      return Optional.of(observed.detail()).filter(text -> !text.isEmpty());
    }

    @Override
    public Pool with(Pool observed, PerPoolRead<String> reading) {
      return new Pool(
          observed.size(),
          observed.isChanging(),
          switch (reading) {
            case PerPoolRead.Unread<String> _ -> "";
            case PerPoolRead.Read<String>(String value) -> value;
            case PerPoolRead.Failed<String>(String why, Optional<String> last) ->
                last.orElse("") + "!" + why;
          });
    }
  }

  private record Listing() implements ScopeReads.Key<Map<String, Pool>> {}

  private Map<String, Pool> list() {
    int _ = listed.incrementAndGet();
    return new LinkedHashMap<>(cloud);
  }

  @Override
  public List<PlanStep> plan(PoolIntent<FakeDesiredState> poolIntent, PlanContext<Pool> now) {
    return List.of();
  }

  @Override
  public Receipt<Pool> apply(
      CloudScope cloudScope, PlanStep planStep, Observation<Pool> before, String idempotencyKey) {
    return Receipt.of(before);
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    forgotten.add(cloudScope);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<FakeDesiredState, Pool> reportContext) {
    var factory = JsonNodeFactory.instance;
    return new ProviderReport(factory.objectNode(), factory.objectNode(), List.of());
  }
}
