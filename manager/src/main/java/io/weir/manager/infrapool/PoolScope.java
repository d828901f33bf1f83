package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.manager.cloud.AnswerCache;
import io.weir.manager.cloud.CloudScopes;
import io.weir.provider.Inputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import io.weir.provider.Unready;
import io.weir.provider.Whereabouts;
import java.util.Optional;
import java.util.Set;

/** Where the cloud objects of a pool live: written on it before the first of them is made. */
final class PoolScope {

  private static final String REASON = "ScopeInvalid";

  private final PoolProvider<?, ?> provider;
  private final CloudScopes<?> scopes;
  private final KeyUsers keys;

  PoolScope(PoolProvider<?, ?> provider, CloudScopes<?> scopes, KeyUsers keys) {
    this.provider = provider;
    this.scopes = scopes;
    this.keys = keys;
  }

  /**
   * The scope to converge in: what is written, as long as the cluster says the same.
   *
   * @throws Unready if what is written cannot be read or is not what the cluster says, or if
   *     nothing tells the scope yet
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Scope toConverge(Inputs in) throws Unready, ProviderException {
    Optional<Scope> written = written(in.pool());
    Scope told = provider.scope(in);
    keys.uses(in.pool(), told);
    if (written.isEmpty()) {
      return inside(told, in);
    }
    if (!told.equals(written.get().around())) {
      throw Unready.mistake(
          REASON,
          "the cloud objects are in %s, according to annotation %s, but the cluster now names %s: restore the cluster's region and identity, or delete and recreate the pool"
              .formatted(written.get(), Keys.SCOPE, told));
    }
    return written.get();
  }

  /**
   * The scope to clean up. Empty if nothing was ever made: the scope is written before that.
   *
   * @throws Unready if something was made and nothing tells where
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Optional<Scope> toClean(PoolSituation situation, Optional<Inputs> in)
      throws Unready, ProviderException {
    Optional<Scope> written = written(situation.pool());
    if (written.isPresent()) {
      keys.uses(situation.pool(), written.get());
      return written;
    }
    try {
      if (in.isEmpty()) {
        return unknown(situation.pool());
      }
      Scope told = provider.scope(in.get());
      keys.uses(situation.pool(), told);
      Optional<Whereabouts> question = provider.whereabouts(in.get());
      // What does not exist has nothing inside of it any more.
      return question.isEmpty() ? Optional.of(told) : ask(told, question.get());
    } catch (Unready _) {
      return unknown(situation.pool());
    }
  }

  private Scope inside(Scope told, Inputs in) throws Unready, ProviderException {
    Optional<Whereabouts> question = provider.whereabouts(in);
    return question.isEmpty()
        ? told
        : ask(told, question.get())
            .orElseThrow(
                () ->
                    Unready.waiting(
                        "WaitingForCluster",
                        "%s does not exist in %s yet".formatted(question.get().what(), told)));
  }

  private Optional<Scope> ask(Scope told, Whereabouts question) throws Unready, ProviderException {
    AnswerCache answers = scopes.in(told).answers();
    answers.ask(Set.of(question));
    var answer = answers.to(question);
    return answer.isEmpty() ? Optional.empty() : question.within(answer.get()).map(told::inside);
  }

  private static Optional<Scope> unknown(ApiObject pool) throws Unready {
    boolean traces =
        !pool.at("/spec/providerID").asText("").isEmpty()
            || !pool.at("/spec/providerIDList").isEmpty();
    if (traces) {
      throw Unready.mistake(
          REASON,
          "the pool has members, but their account and region are unknown: restore its cluster, or set annotation %s to cloud:identity:region"
              .formatted(Keys.SCOPE));
    }
    return Optional.empty();
  }

  private static Optional<Scope> written(ApiObject pool) throws Unready {
    Optional<String> text = pool.annotation(Keys.SCOPE);
    Optional<Scope> scope;
    try {
      scope = text.map(Scope::parse);
    } catch (IllegalArgumentException _) {
      throw Unready.mistake(
          REASON, "annotation %s is not cloud:identity:region: correct it".formatted(Keys.SCOPE));
    }
    // People can write the annotation; it must not lend them credentials of another namespace.
    if (scope
        .flatMap(Scope::identityNamespace)
        .filter(n -> !n.equals(pool.namespace()))
        .isPresent()) {
      throw Unready.mistake(
          REASON,
          "annotation %s names an identity in another namespace: correct it".formatted(Keys.SCOPE));
    }
    return scope;
  }
}
