package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.api.core.MachinePool;
import io.weir.provider.Answers;
import io.weir.provider.BootstrapData;
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
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Sink;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.Traits;
import io.weir.provider.Unready;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A cloud that knows one thing of a pool, its first-boot data, and tells when it gets another. */
class BootCloud implements PoolProvider<BootCloud.Want, BootCloud.Pool> {

  static final GroupKind KIND = new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  /** What a pool says in the message of its only condition, of this type. */
  static final String CONDITION = "Booting";

  private static final Scope SCOPE = new Scope("boot", "controller", "here");

  private final Map<String, Pool> pools = new ConcurrentHashMap<>();
  private final BlockingQueue<String> made = new LinkedBlockingQueue<>();

  /**
   * Data to boot from.
   *
   * @param stale whether it is for another version than the pool's
   */
  record Want(String name, String data, boolean stale) implements Desired {}

  record Pool(String data) implements Observed {
    @Override
    public Ownership ownership(PoolName pool, Notes notes) {
      return new Ownership.Ours();
    }

    @Override
    public List<Instance> instances() {
      return List.of();
    }

    @Override
    public boolean moving() {
      return false;
    }

    @Override
    public Optional<String> trouble() {
      return Optional.empty();
    }
  }

  record Make(String name, String data) implements Step {
    @Override
    public String what() {
      return "make " + name;
    }

    @Override
    public String because() {
      return "its data is another";
    }
  }

  /** The pool has stood there for long. */
  void holds(String pool, String data) {
    pools.put(pool, new Pool(data));
  }

  /**
   * The next write as {@code pool=data}; waits for it, but not until a pool that people must mend
   * is looked at again by itself.
   */
  String nextMade() throws InterruptedException {
    return String.valueOf(made.poll(40, TimeUnit.SECONDS));
  }

  @Override
  public PoolKind kind() {
    return new PoolKind(KIND, "boot.example.org");
  }

  @Override
  public Traits traits(ApiObject pool) {
    return new Traits(true, false);
  }

  @Override
  public Scope scope(Inputs in) throws Unready {
    return SCOPE;
  }

  @Override
  public Resolution<Want> resolve(Inputs in, Answers known) {
    return Resolution.of(() -> want(in));
  }

  private static Want want(Inputs in) throws Unready {
    BootstrapData data =
        in.bootstrap().orElseThrow(() -> Unready.mistake("NoData", "there is no data"));
    String version = in.machinePool().as(MachinePool.class).spec().template().spec().version();
    return new Want(
        in.pool().name(),
        new String(data.bytes(), StandardCharsets.UTF_8),
        !data.version().isEmpty() && !data.version().equals(version));
  }

  @Override
  public void observe(Scope scope, Interest interest, Sink<Pool> out) throws ProviderException {
    pools.forEach(out::seen);
  }

  @Override
  public List<Step> plan(Intent<Want> intent, Situation<Pool> now) {
    if (!(intent instanceof Intent.Converge<Want>(Want want)) || want.stale()) {
      return List.of();
    }
    boolean there = now.seen().found().filter(pool -> pool.data().equals(want.data())).isPresent();
    return there ? List.of() : List.of(new Make(want.name(), want.data()));
  }

  @Override
  public Observation<Pool> apply(
      Scope scope, Step step, Observation<Pool> before, String idempotencyKey)
      throws ProviderException {
    Make make = (Make) step;
    var pool = new Pool(make.data());
    pools.put(make.name(), pool);
    made.add(make.name() + "=" + make.data());
    return new Observation.Seen<>(pool, Instant.now());
  }

  @Override
  public Report report(ApiObject pool, Progress<Want, Pool> progress) {
    String known =
        switch (progress.resolution().orElse(null)) {
          case Resolution.Blocked<Want> blocked -> String.valueOf(blocked.why().getMessage());
          case Resolution.Resolved<Want>(Want want) when want.stale() -> "waiting for data";
          case null, default -> progress.seen().found().map(Pool::data).orElse("nothing");
        };
    String said =
        progress.failure().map(failed -> String.valueOf(failed.error().getMessage())).orElse(known);
    var factory = JsonNodeFactory.instance;
    return new Report(
        factory.objectNode(),
        factory.objectNode(),
        List.of(new Condition(CONDITION, ConditionStatus.FALSE, "Info", "Told", said)));
  }
}
