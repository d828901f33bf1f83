package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.conditions.Condition;
import io.weir.provider.Answers;
import io.weir.provider.Desired;
import io.weir.provider.Inputs;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Members;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.Progress;
import io.weir.provider.ProviderException;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Sink;
import io.weir.provider.Situation;
import io.weir.provider.Standing;
import io.weir.provider.Step;
import io.weir.provider.Traits;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** ToyMachinePool: one set of machines, named like the pool. */
public final class ToyPoolProvider implements PoolProvider<ToyPoolProvider.Want, ToySeen> {
  private static final PoolKind KIND =
      new PoolKind(
          new GroupKind("infrastructure.cluster.x-k8s.io", "ToyMachinePool"),
          "toymachinepool.example.org",
          Set.of(),
          PoolKind.Conditions.WITH_REASON,
          PoolKind.Names.UNIQUE);

  private static final Map<Standing.Kind, String> REASONS =
      Map.of(
          Standing.Kind.WELL, "Made",
          Standing.Kind.WAITING, "NotMade",
          Standing.Kind.STUCK, "NotMade",
          Standing.Kind.TROUBLED, "NotWell");

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
    return KIND;
  }

  @Override
  public Traits traits(ApiObject pool) {
    return new Traits(false, false);
  }

  @Override
  public Scope scope(Inputs in) {
    return new Scope("toy", "anybody", "here");
  }

  @Override
  public Resolution<Want> resolve(Inputs in, Answers known) {
    return new Resolution.Resolved<>(new Want(in.replicas()));
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
    return new ToyPlan().steps(intent, now);
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
    PoolName name = PoolName.of(pool, pool.name());
    List<Condition> ready =
        Standing.of(name, progress, _ -> Optional.empty())
            .map(standing -> standing.conditions(KIND.conditions(), REASONS, "Ready"))
            .orElse(List.of());
    return switch (progress.seen()) {
      case Observation.Unknown<ToySeen> _ -> Report.unknown(ready);
      case Observation.Seen<ToySeen>(ToySeen set, _)
          when set.ownership(name, progress.notes()) instanceof Ownership.Ours ->
          made(set, !progress.deleting(), ready);
      case Observation.Seen<ToySeen> _, Observation.ProvenAbsent<ToySeen> _ -> Report.absent(ready);
    };
  }

  private static Report made(ToySeen set, boolean serves, List<Condition> ready) {
    Report report = Report.of(new Members(set.instances()), serves, ready);
    report.status().putObject("initialization").put("provisioned", true);
    return report;
  }
}
