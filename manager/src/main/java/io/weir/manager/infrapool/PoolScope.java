package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.provider.Inputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.Scope;
import io.weir.provider.Unready;
import java.util.Optional;

/** Where the cloud objects of a pool live: written on it before the first of them is made. */
final class PoolScope {

  private static final String REASON = "ScopeInvalid";

  private PoolScope() {}

  /**
   * The scope to converge in: what is written, as long as the cluster says the same.
   *
   * @throws Unready if what is written cannot be read or is not what the cluster says, or if
   *     nothing tells the scope yet
   */
  static Scope toConverge(PoolProvider<?, ?> provider, Inputs in) throws Unready {
    Optional<Scope> written = written(in.pool());
    if (written.isEmpty()) {
      return provider.scope(in);
    }
    Scope told = provider.scope(in);
    if (!told.equals(written.get())) {
      throw Unready.mistake(
          REASON,
          "the cloud objects are in %s, as annotation %s says, but the cluster now says %s: put region and identity of the cluster back, or delete the pool and make it anew"
              .formatted(written.get(), Keys.SCOPE, told));
    }
    return written.get();
  }

  /**
   * The scope to clean up. Empty if nothing was ever made: the scope is written before that.
   *
   * @throws Unready if something was made and nothing tells where
   */
  static Optional<Scope> toClean(
      PoolProvider<?, ?> provider, PoolSituation situation, Optional<Inputs> in) throws Unready {
    Optional<Scope> written = written(situation.pool());
    if (written.isPresent()) {
      return written;
    }
    try {
      return in.isEmpty() ? unknown(situation.pool()) : Optional.of(provider.scope(in.get()));
    } catch (Unready _) {
      return unknown(situation.pool());
    }
  }

  private static Optional<Scope> unknown(ApiObject pool) throws Unready {
    boolean traces =
        !pool.at("/spec/providerID").asText("").isEmpty()
            || !pool.at("/spec/providerIDList").isEmpty();
    if (traces) {
      throw Unready.mistake(
          REASON,
          "it has members, but nothing tells in which account and region: restore its cluster, or set annotation %s to cloud:identity:region"
              .formatted(Keys.SCOPE));
    }
    return Optional.empty();
  }

  private static Optional<Scope> written(ApiObject pool) throws Unready {
    Optional<String> text = pool.annotation(Keys.SCOPE);
    try {
      return text.map(Scope::parse);
    } catch (IllegalArgumentException _) {
      throw Unready.mistake(
          REASON, "annotation %s is not cloud:identity:region: correct it".formatted(Keys.SCOPE));
    }
  }
}
