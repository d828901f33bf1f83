package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.manager.cloud.QueryResultCache;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.provider.CloudScope;
import io.weir.provider.ParentQuery;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.util.Optional;
import java.util.Set;

/** Where the cloud objects of a pool live: written on it before the first of them is made. */
final class ScopeResolver {

  private static final String REASON = "ScopeInvalid";

  private final PoolProvider<?, ?> provider;
  private final SharedScopeStates<?> scopes;
  private final CredentialUsers credentialUsers;

  ScopeResolver(PoolProvider<?, ?> provider, SharedScopeStates<?> scopes, CredentialUsers keys) {
    this.provider = provider;
    this.scopes = scopes;
    this.credentialUsers = keys;
  }

  /**
   * The scope to converge in: what is written, as long as the cluster says the same.
   *
   * @throws PrerequisiteException if what is written cannot be read or is not what the cluster
   *     says, or if nothing tells the scope yet
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  CloudScope scopeToConverge(PoolInputs in) throws PrerequisiteException, ProviderException {
    Optional<CloudScope> written = storedScope(in.pool());
    CloudScope scope = provider.scope(in);
    credentialUsers.recordUse(in.pool(), scope);
    if (written.isEmpty()) {
      return scopeInside(scope, in);
    }
    if (!scope.equals(written.get().withoutParent())) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "the cloud objects are in %s, according to annotation %s, but the cluster now names %s: restore the cluster's region and identity, or delete and recreate the pool"
              .formatted(written.get(), MetadataKeys.SCOPE, scope));
    }
    return written.get();
  }

  /**
   * The scope to clean up. Empty if nothing was ever made: the scope is written before that.
   *
   * @throws PrerequisiteException if something was made and nothing tells where
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Optional<CloudScope> scopeToCleanUp(InfraPoolObjects situation, Optional<PoolInputs> in)
      throws PrerequisiteException, ProviderException {
    Optional<CloudScope> written = storedScope(situation.pool());
    if (written.isPresent()) {
      credentialUsers.recordUse(situation.pool(), written.get());
      return written;
    }
    try {
      if (in.isEmpty()) {
        return unknown(situation.pool());
      }
      CloudScope scope = provider.scope(in.get());
      credentialUsers.recordUse(situation.pool(), scope);
      Optional<ParentQuery> question = provider.parentQuery(in.get());
      // What does not exist has nothing inside of it any more.
      return question.isEmpty() ? Optional.of(scope) : ask(scope, question.get());
    } catch (PrerequisiteException _) {
      return unknown(situation.pool());
    }
  }

  private CloudScope scopeInside(CloudScope scope, PoolInputs in)
      throws PrerequisiteException, ProviderException {
    Optional<ParentQuery> question = provider.parentQuery(in);
    return question.isEmpty()
        ? scope
        : ask(scope, question.get())
            .orElseThrow(
                () ->
                    PrerequisiteException.waiting(
                        "WaitingForCluster",
                        "%s does not exist in %s yet"
                            .formatted(question.get().description(), scope)));
  }

  private Optional<CloudScope> ask(CloudScope scope, ParentQuery question)
      throws PrerequisiteException, ProviderException {
    QueryResultCache answers = scopes.stateFor(scope).queryResults();
    answers.query(Set.of(question));
    var answer = answers.find(question);
    return answer.isEmpty()
        ? Optional.empty()
        : question.parentId(answer.get()).map(scope::withParent);
  }

  private static Optional<CloudScope> unknown(ApiObject pool) throws PrerequisiteException {
    boolean traces =
        !pool.at("/spec/providerID").asText("").isEmpty()
            || !pool.at("/spec/providerIDList").isEmpty();
    if (traces) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "the pool has members, but their account and region are unknown: restore its cluster, or set annotation %s to cloud:identity:region"
              .formatted(MetadataKeys.SCOPE));
    }
    return Optional.empty();
  }

  private static Optional<CloudScope> storedScope(ApiObject pool) throws PrerequisiteException {
    Optional<String> text = pool.annotation(MetadataKeys.SCOPE);
    Optional<CloudScope> scope;
    try {
      scope = text.map(CloudScope::parse);
    } catch (IllegalArgumentException _) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "annotation %s is not cloud:identity:region: correct it".formatted(MetadataKeys.SCOPE));
    }
    // People can write the annotation; it must not lend them credentials of another namespace.
    if (scope
        .flatMap(CloudScope::identityNamespace)
        .filter(n -> !n.equals(pool.namespace()))
        .isPresent()) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "annotation %s names an identity in another namespace: correct it"
              .formatted(MetadataKeys.SCOPE));
    }
    return scope;
  }
}
