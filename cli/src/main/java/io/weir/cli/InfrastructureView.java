package io.weir.cli;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.ObjectSelector;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The infrastructure pool of a MachinePool as its cluster shows it, to whoever may read it.
 *
 * @param cache which has this object and no other; absent if it cannot be read
 * @param fields which fields of its spec say what machines are made of
 */
record InfrastructureView(Optional<ObjectCache> cache, ObjectKey key, Set<String> fields) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static InfrastructureView of(PoolOptions.OpenPool pool) throws IOException, InterruptedException {
    ContractReference to =
        pool.get().as(MachinePool.class).spec().template().spec().infrastructureRef();
    GroupKind kind = to.groupKind();
    var key = new ObjectKey(pool.key().namespace(), to.name());
    ObjectCache cache = pool.cluster().cache(kind, ObjectSelector.byName(key));
    return new InfrastructureView(
        cache.awaitSynced(PATIENCE) ? Optional.of(cache) : Optional.empty(),
        key,
        MachineFields.of(kind).orElse(Set.of()));
  }

  /** The object as it is known now. */
  Optional<ApiObject> get() {
    return cache.flatMap(known -> known.get(key));
  }

  /** Tells of its changes until that is closed. */
  Change.Subscription subscribe(Change.Listener listener) {
    return cache.map(known -> known.subscribe(listener)).orElse(() -> {});
  }
}
