package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.ConfigProblem.Kind;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.config.JoinTokenSelection;
import io.weir.bootstrap.config.KubeadmConfigStatusFields;
import io.weir.bootstrap.config.KubeadmInputs;
import io.weir.bootstrap.config.SpecToken;
import io.weir.bootstrap.config.UnusedConfigState;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.bootstrap.token.IssuedToken;
import io.weir.bootstrap.token.ObservedToken;
import io.weir.bootstrap.token.TokenPlan;
import io.weir.bootstrap.token.TokenPlanner;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.bootstrap.token.TokenValidity;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.KubeconfigSecret;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Requeue;
import io.weir.manager.kubeadm.KubeadmConfigController.Dependencies;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One pass over a config. The order of writes is token, data, status: whatever is announced works,
 * and a pass that ends anywhere in between is completed by the next one without a second token.
 */
final class KubeadmConfigPass {

  private final Dependencies dependencies;
  private final TokenMaintenance tokenMaintenance;
  private final Instant now;
  private final Duration ahead;

  /**
   * A pass that has written nothing yet.
   *
   * @param now when it began: all that it decides, it decides by this time
   * @param ahead how far that is ahead of the clock of this process
   */
  KubeadmConfigPass(Dependencies dependencies, Instant now, Duration ahead) {
    this.ahead = ahead;
    this.dependencies = dependencies;
    this.tokenMaintenance = new TokenMaintenance(dependencies, now);
    this.now = now;
  }

  /** Does what the config needs now. */
  Requeue reconcile(ApiObject config, ConfigState state) {
    return switch (state) {
      case ConfigState.NotOurs _, ConfigState.MachineJoined _ -> Requeue.done();
      case ConfigState.ServedByOtherProvider(var cluster) -> {
        dependencies.reporter().logServedByOtherProvider(config, cluster);
        yield Requeue.done();
      }
      case ConfigState.Unowned _ -> unowned(config);
      case ConfigState.NotServed(var configProblem) -> {
        reportFailure(config, configProblem, dependencies.store().find(config).isPresent());
        yield Requeue.done();
      }
      case ConfigState.Paused paused -> tokenMaintenance.keepWhilePaused(config, paused);
      case ConfigState.NoLongerUsed noLongerUsed ->
          tokenMaintenance.keepWhileUnused(config, noLongerUsed);
      case ConfigState.Waiting waiting -> {
        clearUnusedState(config);
        yield waiting(config, waiting);
      }
      case ConfigState.Ready ready -> ready(config, ready);
    };
  }

  /** A config that comes back into use has forgotten that it ever was out of it. */
  private void clearUnusedState(ApiObject config) {
    dependencies
        .store()
        .find(config)
        .ifPresent(
            data -> {
              ApiObject _ = dependencies.store().saveUnusedState(data, UnusedConfigState.IN_USE);
            });
  }

  private Requeue unowned(ApiObject config) {
    Instant patient =
        config.creationTimestamp().orElse(Instant.EPOCH).plus(ConfigProblem.ABSENCE_GRACE_PERIOD);
    if (now.isBefore(patient)) {
      return tokenMaintenance.requeueAt(patient);
    }
    reportFailure(config, ConfigProblem.UNOWNED, dependencies.store().find(config).isPresent());
    return Requeue.done();
  }

  private Requeue ready(ApiObject config, ConfigState.Ready ready) {
    KubeadmInputs inputs;
    try {
      inputs = dependencies.inputs().read(config, ready);
    } catch (BootstrapDataException problem) {
      clearUnusedState(config);
      return waiting(
          config, new ConfigState.Waiting(ConfigProblem.of(problem), Optional.of(ready.cluster())));
    }
    return complete(config, inputs);
  }

  private Requeue waiting(ApiObject config, ConfigState.Waiting waiting) {
    Optional<ApiObject> data = dependencies.store().find(config);
    reportFailure(config, waiting.problem(), data.isPresent());
    return waiting
        .cluster()
        .map(cluster -> tokenMaintenance.keepTokenValid(config, cluster, data))
        .orElseGet(Requeue::done);
  }

  /**
   * Nothing tells when a write will no longer be refused; the token of the data is kept meanwhile.
   */
  private Requeue refused(
      ApiObject config, ApiObject cluster, Optional<ApiObject> data, ConfigProblem configProblem) {
    Requeue _ = tokenMaintenance.keepTokenValid(config, cluster, data);
    reportFailure(config, configProblem, data.isPresent());
    return tokenMaintenance.requeueSlowly(configProblem.message());
  }

  private Requeue complete(ApiObject config, KubeadmInputs inputs) {
    Optional<ConfigProblem> foreign = dependencies.store().problem(config);
    if (foreign.isPresent()) {
      return foreign(config, inputs.cluster(), foreign.get()); // before a token is made for nobody
    }
    Optional<ApiObject> data = dependencies.store().find(config);
    if (data.isPresent()) {
      // That none is known proves nothing: somebody else's may have no label to be watched by.
      dependencies.reporter().auditOwnSecret(config);
    }
    try {
      clearUnusedState(config);
      return complete(config, inputs, dependencies.store().find(config));
    } catch (BootstrapDataException problem) {
      reportFailure(config, ConfigProblem.of(problem), data.isPresent());
      return tokenMaintenance.keepTokenValid(config, inputs.cluster(), data);
    } catch (TokenWriter.TokenRefusedException tokenRefusedException) {
      return refused(
          config,
          inputs.cluster(),
          data,
          ConfigProblem.ofToken(String.valueOf(tokenRefusedException.getMessage())));
    } catch (KubeException.Forbidden | KubeException.Invalid | KubeException.Reverted refused) {
      return refused(
          config,
          inputs.cluster(),
          data,
          ConfigProblem.ofRefusedWrite(String.valueOf(refused.getMessage())));
    }
  }

  private Requeue complete(ApiObject config, KubeadmInputs inputs, Optional<ApiObject> data)
      throws TokenWriter.TokenRefusedException {
    if (!BootstrapDataRenderer.hasTokenDiscovery(config.spec())) {
      return rendered(config, inputs, JoinTokenSelection.NONE);
    }
    WorkloadClusterState view = dependencies.workloads().state(inputs.cluster().key());
    return switch (SpecToken.of(config, data, lookup(view))) {
      case SpecToken.UserProvided _ -> rendered(config, inputs, JoinTokenSelection.NONE);
      case SpecToken.None _ -> complete(config, inputs, data, view, Optional.empty());
      case SpecToken.TakenOver theirs -> complete(config, inputs, data, view, Optional.of(theirs));
      case SpecToken.Unknown _ -> {
        if (view instanceof Unreachable down && down.cause() != ConnectionFailureCause.CONNECTING) {
          String why = "cannot tell who created the join token in spec: " + down.message();
          reportFailure(config, new ConfigProblem(Kind.CONTROL_PLANE, why), data.isPresent());
        }
        yield Requeue.done();
      }
    };
  }

  private static Optional<SpecToken.Lookup> lookup(WorkloadClusterState view) {
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
      KubeadmInputs inputs,
      Optional<ApiObject> data,
      WorkloadClusterState view,
      Optional<SpecToken.TakenOver> theirs)
      throws TokenWriter.TokenRefusedException {
    return switch (view) {
      case Connected workload when workload.kubeconfig().grant().isPresent() -> {
        String cloud = workload.kubeconfig().grant().get().by();
        reportFailure(
            config,
            new ConfigProblem(Kind.CONTROL_PLANE, noKubeadm(inputs.cluster(), cloud)),
            data.isPresent());
        yield Requeue.done();
      }
      case Connected workload -> connected(config, inputs, data, workload, theirs);
      case Unreachable down -> {
        var joinTokenSelection =
            new JoinTokenSelection(
                data.flatMap(BootstrapDataSecret::token), theirs.map(SpecToken.TakenOver::id));
        yield unreachable(config, inputs, data, down, joinTokenSelection);
      }
    };
  }

  private static String noKubeadm(ApiObject cluster, String cloud) {
    return "no machine joins %s by kubeadm, as its control plane is reached as one of %s; remove the KubeadmConfig, or, if it is one of your own, put its kubeconfig into Secret %s"
        .formatted(cluster, cloud, KubeconfigSecret.key(cluster.key()));
  }

  private Requeue connected(
      ApiObject config,
      KubeadmInputs inputs,
      Optional<ApiObject> data,
      Connected workload,
      Optional<SpecToken.TakenOver> theirs)
      throws TokenWriter.TokenRefusedException {
    var owner = TokenMaintenance.tokenOwner(config);
    TokenPlanner planner = tokenMaintenance.planner(config);
    TokenPlan plan =
        planner.plan(
            now,
            config.creationTimestamp().orElse(Instant.EPOCH),
            data.flatMap(BootstrapDataSecret::token),
            ObservedToken.ofOwner(workload.tokens().byOwner(owner)),
            theirs.flatMap(SpecToken.TakenOver::token));
    var takenOver = theirs.map(SpecToken.TakenOver::id);
    RenderedBootstrapData made =
        BootstrapDataRenderer.render(inputs.inputsWith(plan.issued().token()));
    var subject = AuditSubject.of(config, inputs.cluster().key());
    while (!new TokenWriter(workload, owner, subject).execute(plan)) {
      plan = planner.planNewToken(now);
      made = BootstrapDataRenderer.render(inputs.inputsWith(plan.issued().token()));
    }
    var joinTokenSelection = new JoinTokenSelection(Optional.of(plan.issued()), takenOver);
    return store(
        config,
        inputs,
        made,
        joinTokenSelection,
        Optional.empty(),
        tokenMaintenance.requeueAt(plan.nextCheck()));
  }

  /** What can be done without the workload cluster is done. */
  private Requeue unreachable(
      ApiObject config,
      KubeadmInputs inputs,
      Optional<ApiObject> data,
      Unreachable down,
      JoinTokenSelection joinTokenSelection) {
    if (down.cause() == ConnectionFailureCause.CONNECTING) {
      return Requeue.done(); // the connection tells when it knows more
    }
    Optional<TokenValidity> outlook =
        joinTokenSelection.token().map(held -> tokenValidity(held, down));
    // What was doubted stays so until the cluster answers: another kubeconfig, or another process,
    // begins to count anew.
    boolean doubted = KubeadmConfigStatusFields.isControlPlaneUnavailable(config);
    if (outlook.isPresent() && !doubted && now.isBefore(outlook.get().mayExpireFrom())) {
      Requeue next =
          tokenMaintenance.requeueAt(
              outlook.get().mayExpireFrom().plus(TokenMaintenance.SHORTEST_WAIT));
      return rendered(
          config,
          inputs,
          joinTokenSelection,
          Optional.of(outlook.get().message(down.message())),
          next);
    }
    String effect =
        outlook.isPresent()
            ? "the join token in the data may have expired, as it cannot be extended: "
            : "cannot create a join token: ";
    reportFailure(
        config, new ConfigProblem(Kind.CONTROL_PLANE, effect + down.message()), data.isPresent());
    return Requeue.done();
  }

  private TokenValidity tokenValidity(IssuedToken held, Unreachable down) {
    return TokenValidity.of(
        down.since().plus(ahead),
        down.lastSeenTokens().flatMap(tokens -> tokens.find(held.token())),
        dependencies.policy());
  }

  /** What it is made from is watched, so nothing has to be looked at again. */
  private Requeue rendered(
      ApiObject config, KubeadmInputs inputs, JoinTokenSelection joinTokenSelection) {
    return rendered(config, inputs, joinTokenSelection, Optional.empty(), Requeue.done());
  }

  private Requeue rendered(
      ApiObject config,
      KubeadmInputs inputs,
      JoinTokenSelection joinTokenSelection,
      Optional<String> outage,
      Requeue stored) {
    RenderedBootstrapData made =
        BootstrapDataRenderer.render(
            inputs.inputsWith(joinTokenSelection.token().map(IssuedToken::token).orElse(null)));
    return store(config, inputs, made, joinTokenSelection, outage, stored);
  }

  /** Of a Secret that is somebody else's no event need tell that it is gone. */
  private Requeue foreign(ApiObject config, ApiObject cluster, ConfigProblem configProblem) {
    dependencies.reporter().auditForeignSecret(config, cluster, configProblem);
    reportFailure(config, configProblem, false);
    return tokenMaintenance.requeueSlowly(configProblem.message());
  }

  private Requeue store(
      ApiObject config,
      KubeadmInputs inputs,
      RenderedBootstrapData made,
      JoinTokenSelection joinTokenSelection,
      Optional<String> outage,
      Requeue stored) {
    Optional<ConfigProblem> foreign =
        dependencies.store().store(config, inputs.cluster().name(), made, joinTokenSelection);
    if (foreign.isPresent()) {
      return foreign(config, inputs.cluster(), foreign.get());
    }
    dependencies.reporter().auditOwnSecret(config);
    dependencies.reporter().reportAvailable(config, outage, made.warnings(), now);
    return stored;
  }

  private void reportFailure(ApiObject config, ConfigProblem configProblem, boolean earlier) {
    ConfigProblem whole =
        tokenMaintenance.endMessage(config).map(configProblem::withToken).orElse(configProblem);
    dependencies.reporter().reportFailure(config, whole, earlier, now);
  }
}
