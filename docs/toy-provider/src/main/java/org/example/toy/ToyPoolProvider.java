package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.Desired;
import io.weir.provider.Inputs;
import io.weir.provider.Instance;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
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
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** ToyMachinePool: one set of machines, named like the pool. */
public final class ToyPoolProvider implements PoolProvider<ToyPoolProvider.Want, ToySeen> {
  private static final GroupKind GROUP_KIND =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ToyMachinePool");

  private final ToyApi api;
  private final Clock clock;

  public ToyPoolProvider(Context context) {
    this.api = new ToyApi(context);
    this.clock = context.clock();
  }

  /** What is wanted: nothing but a size. */
  public record Want(int size) implements Desired {}

  @Override
  public PoolKind kind() {
    return new PoolKind(GROUP_KIND, "toymachinepool.example.org");
  }

  @Override
  public Traits traits(ApiObject pool) {
    return new Traits(false, false);
  }

  @Override
  public Set<GroupKind> reads() {
    return Set.of();
  }

  @Override
  public Scope scope(Inputs in) {
    return new Scope("toy", "anybody", "here");
  }

  @Override
  public String cloudName(ApiObject pool) {
    return pool.name();
  }

  @Override
  public Resolution<Want> resolve(Inputs in, Answers known) {
    return new Resolution.Resolved<>(new Want(in.machinePool().at("/spec/replicas").asInt(1)));
  }

  @Override
  public Map<Query, Answer> ask(Scope scope, Collection<Query> queries) {
    return Map.of();
  }

  @Override
  public void observe(Scope scope, Interest interest, Sink<ToySeen> out) throws ProviderException {
    boolean more = true;
    for (int page = 0; more; page++) {
      JsonNode answer = api.read(scope, "/sets?page=" + page);
      answer.path("sets").forEach(set -> out.seen(set.path("name").asText(), ToySeen.of(set)));
      more = answer.path("more").asBoolean();
    }
  }

  @Override
  public List<Step> plan(Intent<Want> intent, Situation<ToySeen> now) {
    return switch (intent) {
      case Intent.Converge<Want> converge -> converge(converge.desired(), now);
      case Intent.Delete<Want> _ -> delete(now);
    };
  }

  private static List<Step> converge(Want want, Situation<ToySeen> now) {
    PoolName pool = now.pool();
    return switch (now.seen()) {
      case Observation.Unknown<ToySeen> _ -> List.of();
      case Observation.ProvenAbsent<ToySeen> _ ->
          List.of(ToyStep.create(pool.cloudName(), pool.pool().toString(), want.size()));
      case Observation.Seen<ToySeen> there -> {
        ToySeen set = there.observed();
        boolean ours = set.ownership(pool, now.notes()) instanceof Ownership.Ours;
        yield ours && set.size() != want.size()
            ? List.of(ToyStep.resize(set, want.size()))
            : List.of();
      }
    };
  }

  private static List<Step> delete(Situation<ToySeen> now) {
    return now.seen() instanceof Observation.Seen<ToySeen> there
            && there.observed().ownership(now.pool(), now.notes()) instanceof Ownership.Ours
            && !there.observed().state().equals("GOING")
        ? List.of(ToyStep.delete(there.observed()))
        : List.of();
  }

  @Override
  public Observation<ToySeen> apply(
      Scope scope, Step step, Observation<ToySeen> before, String idempotencyKey)
      throws ProviderException {
    ToyStep write = (ToyStep) step;
    JsonNode answer = api.send(scope, write.method(), "/sets/" + write.name(), write.body());
    return new Observation.Seen<>(ToySeen.of(answer), clock.instant());
  }

  @Override
  public Report report(ApiObject pool, Progress<Want, ToySeen> progress) {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    ObjectNode status = Json.MAPPER.createObjectNode().put("ready", false).put("replicas", 0);
    var name = new PoolName(pool.key(), pool.uid(), "", pool.name());
    var no = new ArrayList<String>();
    progress.failure().ifPresent(failure -> no.add(failure.sentence()));
    if (progress.seen() instanceof Observation.Seen<ToySeen> there) {
      if (there.observed().ownership(name, progress.notes()) instanceof Ownership.Foreign other) {
        no.add(other.because());
      } else {
        List<Instance> all = there.observed().instances();
        var ids = spec.putArray("providerIDList");
        all.forEach(each -> ids.add(each.providerId()));
        long staying = all.stream().filter(each -> each.state() != Instance.State.LEAVING).count();
        status.put("ready", !progress.deleting()).put("replicas", staying);
      }
    }
    Report.Condition ready =
        no.isEmpty()
            ? Report.Condition.isTrue("Ready")
            : new Report.Condition("Ready", "False", "Error", "NotMade", String.join("; ", no));
    return new Report(spec, status, List.of(ready));
  }
}
