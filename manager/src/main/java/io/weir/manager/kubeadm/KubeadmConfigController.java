package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.config.ConfigReport;
import io.weir.bootstrap.config.DataSecret;
import io.weir.bootstrap.config.Handout;
import io.weir.bootstrap.config.Leaving;
import io.weir.bootstrap.config.Problem;
import io.weir.bootstrap.config.Problem.Kind;
import io.weir.bootstrap.config.Situation;
import io.weir.bootstrap.config.SpecToken;
import io.weir.bootstrap.render.FirstBoot;
import io.weir.bootstrap.render.RenderedData;
import io.weir.bootstrap.token.HeldToken;
import io.weir.bootstrap.token.Outlook;
import io.weir.bootstrap.token.SeenToken;
import io.weir.bootstrap.token.TokenPlan;
import io.weir.bootstrap.token.TokenPlanner;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.engine.workload.Cause;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.WorkloadView;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.WorkloadView.Unreachable;
import io.weir.manager.workload.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Keeps a config's data as its inputs want it, and the token in the data valid. The order of writes
 * is token, data, status: whatever is announced works, and a pass that ends anywhere in between is
 * completed by the next one without a second token.
 */
final class KubeadmConfigController implements Reconciler {

  /** How long an owner may take before its absence is reported. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Parts parts;
  private final Upkeep upkeep;

  /** What the controller works with. */
  record Parts(
      ObjectCache configs,
      SituationReader reader,
      DataStore store,
      Workloads workloads,
      TokenPolicy policy,
      RandomGenerator random,
      ConfigTeller teller,
      InstantSource clock) {}

  KubeadmConfigController(Parts parts) {
    this.parts = parts;
    this.upkeep = new Upkeep(parts);
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> config = parts.configs().get(key);
    boolean there = config.isPresent() && !parts.store().wentWith(config.get());
    return there ? reconcile(config.get()) : Requeue.done();
  }

  private Requeue reconcile(ApiObject config) {
    return switch (parts.reader().read(config)) {
      case Situation.Foreign _, Situation.Joined _ -> Requeue.done();
      case Situation.Elsewhere(var cluster) -> {
        parts.teller().elsewhere(config, cluster);
        yield Requeue.done();
      }
      case Situation.Unowned _ -> unowned(config);
      case Situation.NotServed(var problem) -> {
        fail(config, problem, parts.store().find(config).isPresent());
        yield Requeue.done();
      }
      case Situation.Paused paused -> upkeep.paused(config, paused);
      case Situation.Left left -> upkeep.left(config, left);
      case Situation.Waiting waiting -> {
        used(config);
        yield waiting(config, waiting);
      }
      case Situation.Complete inputs -> complete(config, inputs);
    };
  }

  /** A config that comes back into use has forgotten that it ever was out of it. */
  private void used(ApiObject config) {
    parts
        .store()
        .find(config)
        .ifPresent(
            data -> {
              ApiObject _ = parts.store().remember(data, Leaving.NOT);
            });
  }

  private Requeue unowned(ApiObject config) {
    Instant patient = config.creationTimestamp().orElse(Instant.EPOCH).plus(PATIENCE);
    if (now().isBefore(patient)) {
      return upkeep.until(patient);
    }
    var problem =
        new Problem(
            Kind.CLUSTER,
            "no MachinePool or Machine owns this config; reference it in the bootstrap.configRef of"
                + " one");
    fail(config, problem, parts.store().find(config).isPresent());
    return Requeue.done();
  }

  private Requeue waiting(ApiObject config, Situation.Waiting waiting) {
    Optional<ApiObject> data = parts.store().find(config);
    fail(config, waiting.problem(), data.isPresent());
    return waiting
        .cluster()
        .map(cluster -> upkeep.keep(config, cluster, data))
        .orElseGet(Requeue::done);
  }

  /**
   * Nothing tells when a write will no longer be refused; the token of the data is kept meanwhile.
   */
  private Requeue refused(
      ApiObject config, ApiObject cluster, Optional<ApiObject> data, Problem problem) {
    Requeue _ = upkeep.keep(config, cluster, data);
    fail(config, problem, data.isPresent());
    return upkeep.slowly(problem.message());
  }

  private Requeue complete(ApiObject config, Situation.Complete inputs) {
    Optional<ApiObject> data = parts.store().find(config);
    try {
      used(config);
      return complete(config, inputs, parts.store().find(config));
    } catch (BootstrapProblem problem) {
      fail(config, Problem.of(problem), data.isPresent());
      return upkeep.keep(config, inputs.cluster(), data);
    } catch (TokenWriter.Refused refused) {
      return refused(
          config, inputs.cluster(), data, Problem.ofToken(String.valueOf(refused.getMessage())));
    } catch (KubeException.Forbidden | KubeException.Invalid refused) {
      return refused(
          config, inputs.cluster(), data, Problem.ofWrite(String.valueOf(refused.getMessage())));
    }
  }

  private Requeue complete(ApiObject config, Situation.Complete inputs, Optional<ApiObject> data)
      throws TokenWriter.Refused {
    if (!FirstBoot.byToken(config.spec())) {
      return rendered(config, inputs, Handout.NONE);
    }
    WorkloadView view = parts.workloads().view(inputs.cluster().key());
    return switch (SpecToken.of(config, data, lookup(view))) {
      case SpecToken.Users _ -> rendered(config, inputs, Handout.NONE);
      case SpecToken.None _ -> complete(config, inputs, data, view, Optional.empty());
      case SpecToken.TakenOver theirs -> complete(config, inputs, data, view, Optional.of(theirs));
      case SpecToken.Unknown _ -> {
        if (view instanceof Unreachable down && down.cause() != Cause.CONNECTING) {
          String why = "cannot tell who created the join token in spec: " + down.why();
          fail(config, new Problem(Kind.CONTROL_PLANE, why), data.isPresent());
        }
        yield Requeue.done();
      }
    };
  }

  private static Optional<SpecToken.Lookup> lookup(WorkloadView view) {
    return view instanceof Connected workload
        ? Optional.of(
            token ->
                workload
                    .client()
                    .get(GroupKind.SECRET, new ObjectKey(TokenSecret.NAMESPACE, token.secretName()))
                    .map(WorkloadToken::new))
        : Optional.empty();
  }

  private Requeue complete(
      ApiObject config,
      Situation.Complete inputs,
      Optional<ApiObject> data,
      WorkloadView view,
      Optional<SpecToken.TakenOver> theirs)
      throws TokenWriter.Refused {
    return switch (view) {
      case Connected workload -> connected(config, inputs, data, workload, theirs);
      case Unreachable down -> {
        var handout =
            new Handout(data.flatMap(DataSecret::token), theirs.map(SpecToken.TakenOver::id));
        yield unreachable(config, inputs, data, down, handout);
      }
    };
  }

  private Requeue connected(
      ApiObject config,
      Situation.Complete inputs,
      Optional<ApiObject> data,
      Connected workload,
      Optional<SpecToken.TakenOver> theirs)
      throws TokenWriter.Refused {
    var owner = Upkeep.owner(config);
    Instant now = now();
    TokenPlanner planner = upkeep.planner(config);
    TokenPlan plan =
        planner.plan(
            now,
            config.creationTimestamp().orElse(Instant.EPOCH),
            data.flatMap(DataSecret::token),
            SeenToken.of(workload.tokens().of(owner)),
            theirs.flatMap(SpecToken.TakenOver::token));
    var takenOver = theirs.map(SpecToken.TakenOver::id);
    RenderedData made = FirstBoot.render(inputs.with(plan.held().token()));
    while (!new TokenWriter(workload, owner).carryOut(plan)) {
      plan = planner.fresh(now);
      made = FirstBoot.render(inputs.with(plan.held().token()));
    }
    var handout = new Handout(Optional.of(plan.held()), takenOver);
    return store(config, inputs, made, handout, Optional.empty(), upkeep.until(plan.nextCheck()));
  }

  /** What can be done without the workload cluster is done. */
  private Requeue unreachable(
      ApiObject config,
      Situation.Complete inputs,
      Optional<ApiObject> data,
      Unreachable down,
      Handout handout) {
    if (down.cause() == Cause.CONNECTING) {
      return Requeue.done(); // the connection tells when it knows more
    }
    Optional<Outlook> outlook = handout.token().map(held -> outlook(held, down));
    // What was doubted stays so until the cluster answers: another kubeconfig, or another process,
    // begins to count anew.
    boolean doubted = ConfigReport.withoutControlPlane(config);
    if (outlook.isPresent() && !doubted && now().isBefore(outlook.get().doubtful())) {
      Requeue next = upkeep.until(outlook.get().doubtful().plus(Upkeep.SHORTEST_WAIT));
      return rendered(config, inputs, handout, Optional.of(outlook.get().told(down.why())), next);
    }
    String effect =
        outlook.isPresent()
            ? "the join token in the data may have expired, as it cannot be extended: "
            : "no join token can be created: ";
    fail(config, new Problem(Kind.CONTROL_PLANE, effect + down.why()), data.isPresent());
    return Requeue.done();
  }

  private Outlook outlook(HeldToken held, Unreachable down) {
    return Outlook.of(
        down.since(),
        down.tokensSeen().flatMap(tokens -> tokens.find(held.token())),
        parts.policy());
  }

  /** What it is made from is watched, so nothing has to be looked at again. */
  private Requeue rendered(ApiObject config, Situation.Complete inputs, Handout handout) {
    return rendered(config, inputs, handout, Optional.empty(), Requeue.done());
  }

  private Requeue rendered(
      ApiObject config,
      Situation.Complete inputs,
      Handout handout,
      Optional<String> outage,
      Requeue stored) {
    RenderedData made =
        FirstBoot.render(inputs.with(handout.token().map(HeldToken::token).orElse(null)));
    return store(config, inputs, made, handout, outage, stored);
  }

  /** Of a Secret that is somebody else's no event need tell that it is gone. */
  private Requeue store(
      ApiObject config,
      Situation.Complete inputs,
      RenderedData made,
      Handout handout,
      Optional<String> outage,
      Requeue stored) {
    Optional<OwnerReference> stranger =
        parts.store().store(config, inputs.cluster().name(), made, handout);
    if (stranger.isPresent()) {
      var problem = Problem.taken(config, stranger.get());
      fail(config, problem, false);
      return upkeep.slowly(problem.message());
    }
    parts.teller().available(config, outage, made.unused(), now());
    return stored;
  }

  private void fail(ApiObject config, Problem problem, boolean earlier) {
    parts.teller().fail(config, problem, earlier, now());
  }

  private Instant now() {
    return parts.clock().instant();
  }
}
