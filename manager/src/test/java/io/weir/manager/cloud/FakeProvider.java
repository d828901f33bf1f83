package io.weir.manager.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.Desired;
import io.weir.provider.Inputs;
import io.weir.provider.Instance;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.Ownership;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Sink;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.Traits;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** A cloud in a map, which remembers what it was asked and fails when told to. */
public final class FakeProvider implements PoolProvider<FakeProvider.Want, FakeProvider.Pool> {

  public static final Scope SCOPE = new Scope("fake", "controller", "here");

  public record Want(int size) implements Desired {}

  public record Pool(int size, boolean moving) implements Observed {
    @Override
    public Ownership ownership(PoolName pool, Notes notes) {
      return new Ownership.Ours();
    }

    @Override
    public List<Instance> instances() {
      return List.of();
    }

    @Override
    public Optional<String> trouble() {
      return Optional.empty();
    }
  }

  final Map<String, Pool> cloud = new LinkedHashMap<>();
  final List<Scope> forgotten = new CopyOnWriteArrayList<>();
  public final BlockingQueue<Interest> looks = new LinkedBlockingQueue<>();
  final List<Collection<Query>> asked = new CopyOnWriteArrayList<>();
  Optional<ProviderException> failure = Optional.empty();
  Runnable whileLooking = () -> {};
  volatile Runnable whileAsked = () -> {};

  @Override
  public PoolKind kind() {
    return new PoolKind(
        new GroupKind("infrastructure.example.org", "FakePool"), "fake.example.org");
  }

  @Override
  public Traits traits(ApiObject pool) {
    return new Traits(true, false);
  }

  @Override
  public Set<GroupKind> reads() {
    return Set.of();
  }

  @Override
  public Scope scope(Inputs in) {
    return SCOPE;
  }

  @Override
  public String cloudName(ApiObject pool) {
    return pool.name();
  }

  @Override
  public Resolution<Want> resolve(Inputs in, Answers known) {
    return new Resolution.Resolved<>(new Want(1));
  }

  @Override
  public Map<Query, Answer> ask(Scope scope, Collection<Query> queries) throws ProviderException {
    asked.add(queries);
    whileAsked.run();
    if (failure.isPresent()) {
      throw failure.get();
    }
    var answers = new HashMap<Query, Answer>();
    queries.forEach(query -> answers.put(query, new Answer() {}));
    return answers;
  }

  @Override
  public void observe(Scope scope, Interest interest, Sink<Pool> out) throws ProviderException {
    looks.add(interest);
    Set<String> named = interest instanceof Interest.Only only ? only.cloudNames() : cloud.keySet();
    cloud.forEach(
        (name, pool) -> {
          if (named.contains(name)) {
            out.seen(name, pool);
          }
        });
    whileLooking.run();
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  @Override
  public List<Step> plan(Intent<Want> intent, Situation<Pool> now) {
    return List.of();
  }

  @Override
  public Observation<Pool> apply(
      Scope scope, Step step, Observation<Pool> before, String idempotencyKey) {
    return before;
  }

  @Override
  public void forget(Scope scope) {
    forgotten.add(scope);
  }

  @Override
  public Report report(ApiObject pool, Progress<Want, Pool> progress) {
    var factory = JsonNodeFactory.instance;
    return new Report(factory.objectNode(), factory.objectNode(), List.of());
  }
}
