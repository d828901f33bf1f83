package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.manager.cloud.QueryResultCache;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.provider.CloudScope;
import io.weir.provider.ParentQuery;
import io.weir.provider.Place;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import java.util.Optional;
import java.util.Set;

/**
 * Where the cloud objects of a pool are, and whether the pool may use the identity that reaches
 * them. Nothing is called, watched or kept for a scope before that is granted.
 */
final class PlaceResolver {

  private static final String REASON = "ScopeInvalid";

  private final PoolProvider<?, ?> provider;
  private final SharedScopeStates<?> scopes;
  private final CredentialUsers credentialUsers;
  private final TrackedReads reads;

  PlaceResolver(
      PoolProvider<?, ?> provider,
      SharedScopeStates<?> scopes,
      CredentialUsers keys,
      TrackedReads reads) {
    this.provider = provider;
    this.scopes = scopes;
    this.credentialUsers = keys;
    this.reads = reads;
  }

  /**
   * The place to converge in: what is written, as long as the cluster says the same.
   *
   * @throws PrerequisiteException if the identity may not be used, if what is written cannot be
   *     read or is not what the cluster says, or if nothing tells the place yet
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Place placeToConverge(PoolInputs in) throws PrerequisiteException, ProviderException {
    Optional<Place> written = storedPlace(in.pool());
    CloudScope scope = scope(in);
    authorize(scope, in.pool());
    if (written.isEmpty()) {
      return new Place(scopeInside(scope, in), provider.cloudName(in.pool()));
    }
    if (!scope.equals(written.get().scope().withoutParent())) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "the cloud objects are in %s, according to annotation %s, but the cluster now names %s: restore the cluster's region and identity, or delete and recreate the pool"
              .formatted(written.get().scope(), MetadataKeys.PLACE, scope));
    }
    return written.get();
  }

  /**
   * The place to clean up. Empty if nothing was ever made: the place is written before that.
   *
   * @throws PrerequisiteException if the identity may not be used, or if something was made and
   *     nothing tells where
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Optional<Place> placeToCleanUp(InfraPoolObjects situation, Optional<PoolInputs> in)
      throws PrerequisiteException, ProviderException {
    ApiObject pool = situation.pool();
    Optional<Place> written = storedPlace(pool);
    if (written.isPresent()) {
      authorize(written.get().scope(), pool);
      return written;
    }
    CloudScope scope;
    Optional<ParentQuery> question;
    try {
      if (in.isEmpty()) {
        return unknown(pool);
      }
      scope = scope(in.get());
      question = provider.parentQuery(in.get());
    } catch (PrerequisiteException _) {
      return unknown(pool);
    }
    authorize(scope, pool);
    // What does not exist has nothing inside of it any more.
    Optional<CloudScope> inside =
        question.isEmpty() ? Optional.of(scope) : ask(scope, question.get());
    return inside.map(found -> new Place(found, provider.cloudName(pool)));
  }

  private CloudScope scope(PoolInputs in) throws PrerequisiteException {
    try {
      return provider.scope(in);
    } catch (IllegalArgumentException impossible) {
      throw PrerequisiteException.needsUserAction(
          REASON, "the cluster's %s: correct it".formatted(impossible.getMessage()));
    }
  }

  /** Asks first and tells who lives by a Secret then: what is not granted is not even watched. */
  private void authorize(CloudScope scope, ApiObject pool) throws PrerequisiteException {
    RelatedObjects related = reads.readerFor(pool.key());
    provider.authorize(scope.identity(), pool, related);
    credentialUsers.recordUse(pool, scope);
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

  private static Optional<Place> unknown(ApiObject pool) throws PrerequisiteException {
    boolean traces =
        !pool.at("/spec/providerID").asText("").isEmpty()
            || !pool.at("/spec/providerIDList").isEmpty();
    if (traces) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "the pool has members, but nothing says where: restore its Cluster and the object that"
              + " names region and identity, or, to leave the members in the cloud, remove the"
              + " pool's finalizer");
    }
    return Optional.empty();
  }

  private Optional<Place> storedPlace(ApiObject pool) throws PrerequisiteException {
    try {
      return PlaceAnnotation.read(pool, provider.cloudName(pool));
    } catch (IllegalArgumentException unreadable) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "annotation %s cannot be read (%s): remove it"
              .formatted(
                  pool.annotation(MetadataKeys.PLACE).isPresent()
                      ? MetadataKeys.PLACE
                      : MetadataKeys.SCOPE,
                  unreadable.getMessage()));
    }
  }
}
