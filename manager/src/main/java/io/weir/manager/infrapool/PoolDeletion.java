package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.CloudScope;
import io.weir.manager.cloud.CloudScopes;
import io.weir.provider.Desired;
import io.weir.provider.Inputs;
import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolName;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Unready;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Removes what a pool has in the cloud, and then lets the pool go. */
final class PoolDeletion<D extends Desired, O extends Observed> {

  private final PoolProvider<D, O> provider;
  private final KubeClient kube;
  private final CloudScopes<O> scopes;
  private final KeyUsers keys;
  private final Following<O> following;
  private final CloudPass<D, O> pass;
  private final PassEnd<D, O> end;
  private final InstantSource clock;

  private final Map<ObjectKey, Asked> asked = new ConcurrentHashMap<>();

  /** When the deletion of a pool was first seen; the API server's clock is another. */
  private record Asked(String uid, Instant since) {}

  PoolDeletion(
      InfraPoolController.Parts<D, O> parts,
      Following<O> following,
      CloudPass<D, O> pass,
      PassEnd<D, O> end) {
    this.following = following;
    this.provider = parts.provider();
    this.kube = parts.kube();
    this.scopes = parts.scopes();
    this.keys = parts.keys();
    this.pass = pass;
    this.end = end;
    this.clock = parts.steady();
  }

  Requeue pass(PoolSituation situation, Optional<Inputs> inputs) {
    ApiObject pool = situation.pool();
    if (!Finalizers.on(pool, provider.kind())) {
      following.end(pool.key());
      return Requeue.done();
    }
    try {
      Optional<Scope> scope = new PoolScope(provider, scopes, keys).toClean(situation, inputs);
      return scope.isEmpty() ? release(pool) : clean(situation, scope.get());
    } catch (ProviderException error) {
      var failure = new Failure("look up where " + pool + " is", error);
      var unseen = new Observation.Unknown<O>("not observed");
      end.told(pool, new Progress<>(Optional.empty(), unseen, Optional.of(failure), true));
      return Pauses.after(error);
    } catch (Unready unready) {
      var resolution = new Resolution.Blocked<D>(unready);
      var unseen = new Observation.Unknown<O>("not observed");
      end.told(pool, new Progress<>(Optional.of(resolution), unseen, Optional.empty(), true));
      return Pauses.forPeople(String.valueOf(unready.getMessage()));
    }
  }

  private Requeue clean(PoolSituation situation, Scope scope) {
    // The scope is how the observer finds the pools that it wakes.
    ApiObject pool =
        kube.edit(situation.pool(), tree -> Metadata.annotate(tree, Keys.SCOPE, scope.text()));
    PoolName name = situation.name(provider);
    CloudScope<O> cloud = following.in(scope, name);
    Instant since = askedSince(pool);
    var notes = new NoteBook(kube, pool, provider.noteKeys());
    var result =
        pass.run(new CloudPass.Task<>(name, scope, new Intent.Delete<>(), cloud.observer(), notes));
    if (result.seen() instanceof Observation.ProvenAbsent<O> absent) {
      // Older news may be overtaken by a creation.
      if (!absent.asOf().isBefore(since)) {
        return leave(pool);
      }
      cloud.observer().lookSoon(name.cloudName());
      if (cloud.observer().blind().isEmpty()) {
        return Requeue.done();
      }
    }
    if (result.failure().isEmpty() && result.seen().foreign(name, notes.notes()).isPresent()) {
      return leave(pool);
    }
    return end.told(situation, cloud, notes, Optional.empty(), result);
  }

  /** The pool is gone. */
  void forget(ObjectKey pool) {
    asked.remove(pool);
  }

  private Instant askedSince(ApiObject pool) {
    var first = new Asked(pool.uid(), clock.instant());
    return asked
        .merge(pool.key(), first, (old, fresh) -> old.uid().equals(fresh.uid()) ? old : fresh)
        .since();
  }

  private Requeue leave(ApiObject pool) {
    Requeue done = release(pool);
    following.end(pool.key());
    return done;
  }

  private Requeue release(ApiObject pool) {
    ApiObject _ = kube.edit(pool, tree -> Finalizers.release(tree, provider.kind()));
    forget(pool.key());
    return Requeue.done();
  }
}
