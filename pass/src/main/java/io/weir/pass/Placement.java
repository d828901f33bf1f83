package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.pass.Placement.Result.Located;
import io.weir.pass.Placement.Result.NotCreated;
import io.weir.pass.Placement.Result.Refused;
import io.weir.pass.Placement.Result.Undetermined;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.ParentQuery;
import io.weir.provider.Place;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.RelatedObjects;
import java.util.Optional;
import java.util.Set;

/**
 * Where the cloud objects of a pool are, and whether the pool may use the identity that reaches
 * them. What is written on the pool says where to look: it counts only as far as the pool could
 * have got it from the manager.
 */
final class Placement<O extends ObservedState> {

  private static final String REASON = "ScopeInvalid";

  private final PoolProvider<?, O> provider;
  private final ScopeAccess<O> scopes;

  /** Where a pool is, as far as that is known. */
  sealed interface Result {

    /** It is there, and the pool may use the identity that reaches it. */
    record Located(Place place, Grant grant) implements Result {}

    /** The pool may not use the identity. */
    record Refused(PrerequisiteException cause) implements Result {}

    /**
     * Not known for certain, so that nothing may be written.
     *
     * @param written where it is according to what is written on it, to be observed there
     */
    record Undetermined(PrerequisiteException cause, Optional<Located> written) implements Result {}

    /** Nothing was ever made, or what contained it is gone. */
    record NotCreated() implements Result {}
  }

  Placement(PoolProvider<?, O> provider, ScopeAccess<O> scopes) {
    this.provider = provider;
    this.scopes = scopes;
  }

  /**
   * The place to converge in: what is written, as long as the cluster says the same.
   *
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Result toConverge(PoolInputs in) throws ProviderException {
    Optional<Place> written;
    try {
      written = storedPlace(in.pool());
    } catch (PrerequisiteException unreadable) {
      return new Undetermined(unreadable, Optional.empty());
    }
    CloudScope scope;
    Optional<ParentQuery> question;
    try {
      scope = scope(in);
      question = provider.parentQuery(in);
      requireSame(written, scope, question);
    } catch (PrerequisiteException cause) {
      return undetermined(cause, written, in);
    }
    return located(written, scope, question, in.pool(), in.relatedObjects())
        .orElseGet(
            () ->
                new Undetermined(
                    PrerequisiteException.waiting(
                        "WaitingForCluster",
                        "%s does not exist in %s yet"
                            .formatted(question.orElseThrow().description(), scope)),
                    Optional.empty()));
  }

  /** A pool that may not be written to is observed nevertheless: its members come and go. */
  private Result undetermined(PrerequisiteException cause, Optional<Place> written, PoolInputs in) {
    if (written.isEmpty()) {
      return new Undetermined(cause, Optional.empty());
    }
    try {
      Grant grant = grant(written.get().scope(), in.pool(), in.relatedObjects());
      return new Undetermined(cause, Optional.of(new Located(written.get(), grant)));
    } catch (PrerequisiteException refused) {
      return new Refused(refused.deniedIn().map(cause::deniedIn).orElse(cause));
    }
  }

  /**
   * The place to clean up; {@link NotCreated} if nothing was ever made, since the place is written
   * before that.
   *
   * @param in what the pool was made from, if that is still there
   * @throws ProviderException if the cloud has to tell it and could not be asked
   */
  Result toCleanUp(ApiObject pool, Optional<PoolInputs> in, RelatedObjects related)
      throws ProviderException {
    Optional<Place> written;
    CloudScope scope;
    Optional<ParentQuery> question = Optional.empty();
    try {
      written = storedPlace(pool);
    } catch (PrerequisiteException unreadable) {
      return new Undetermined(unreadable, Optional.empty());
    }
    try {
      if (written.isEmpty() && in.isEmpty()) {
        return unknown(pool);
      }
      scope = written.isPresent() ? written.get().scope() : scope(in.orElseThrow());
      if (written.isEmpty()) {
        question = provider.parentQuery(in.orElseThrow());
      }
    } catch (PrerequisiteException _) {
      return unknown(pool);
    }
    // What does not exist has nothing inside of it any more, if it is the one where the pool was.
    return located(written, scope, question, pool, related).orElseGet(() -> unknown(pool));
  }

  /** Nothing is called, watched or kept for a scope before the identity is granted. */
  private Optional<Result> located(
      Optional<Place> written,
      CloudScope scope,
      Optional<ParentQuery> question,
      ApiObject pool,
      RelatedObjects related)
      throws ProviderException {
    Grant grant;
    try {
      grant = grant(scope, pool, related);
    } catch (PrerequisiteException refused) {
      return Optional.of(new Refused(refused));
    }
    if (written.isPresent()) {
      return Optional.of(new Located(written.get(), grant.in(written.get().scope())));
    }
    try {
      Optional<Grant> inside =
          question.isEmpty() ? Optional.of(grant) : ask(grant, pool, question.get());
      return inside.map(found -> located(found, pool));
    } catch (PrerequisiteException cause) {
      return Optional.of(new Undetermined(cause, Optional.empty()));
    }
  }

  /** Whether nothing of the pool is in a cloud, by what is written on it. */
  boolean isInManagementCluster(ApiObject pool) {
    try {
      return storedPlace(pool)
          .filter(place -> place.scope().equals(CloudScope.MANAGEMENT_CLUSTER))
          .isPresent();
    } catch (PrerequisiteException unreadable) {
      return false;
    }
  }

  /** What is written must be believed when it is read. */
  private Result located(Grant found, ApiObject pool) {
    if (provider.canBeIn(found.scope())) {
      return new Located(new Place(found.scope(), provider.cloudName(pool)), found);
    }
    var cause =
        PrerequisiteException.needsUserAction(
            REASON,
            "no %s can be in %s, which the cluster names: correct it"
                .formatted(pool.groupKind().kind(), found.scope()));
    return new Undetermined(cause, Optional.empty());
  }

  private Grant grant(CloudScope scope, ApiObject pool, RelatedObjects related)
      throws PrerequisiteException {
    if (scope.equals(CloudScope.MANAGEMENT_CLUSTER)) {
      // Nothing is reached with it: the objects are those of the pool's own namespace.
      return new Grant(scope);
    }
    try {
      return new Grant(scope.withIdentity(provider.authorize(scope.identity(), pool, related)));
    } catch (PrerequisiteException refused) {
      throw refused.needsUserAction() ? refused.deniedIn(scope) : refused;
    }
  }

  private Optional<Grant> ask(Grant grant, ApiObject pool, ParentQuery question)
      throws PrerequisiteException, ProviderException {
    ScopeQueries answers = scopes.open(grant, pool).queries();
    answers.query(Set.of(question));
    Optional<QueryResult> answer = answers.find(question);
    return answer.isEmpty()
        ? Optional.empty()
        : question.parentId(answer.get()).map(parent -> grant.in(grant.scope().withParent(parent)));
  }

  private CloudScope scope(PoolInputs in) throws PrerequisiteException {
    try {
      return provider.scope(in);
    } catch (IllegalArgumentException impossible) {
      throw PrerequisiteException.needsUserAction(
          REASON, "the cluster's %s: correct it".formatted(impossible.getMessage()));
    }
  }

  private static void requireSame(
      Optional<Place> written, CloudScope scope, Optional<ParentQuery> question)
      throws PrerequisiteException {
    Optional<CloudScope> before =
        written.map(Place::scope).map(at -> question.isEmpty() ? at : at.withoutParent());
    if (before.isPresent() && !before.get().equals(scope)) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "the cloud objects are in %s, according to annotation %s, but the cluster now names %s: restore the cluster's region and identity, or delete and recreate the pool"
              .formatted(before.get(), MetadataKeys.PLACE, scope));
    }
  }

  private static Result unknown(ApiObject pool) {
    boolean traces =
        !pool.at("/spec/providerID").asText("").isEmpty()
            || !pool.at("/spec/providerIDList").isEmpty();
    return traces
        ? new Undetermined(
            PrerequisiteException.needsUserAction(
                REASON,
                "the pool has members, but nothing says where: restore annotation %s, or its MachinePool, its Cluster and the object that names region and identity; or, to leave the members in the cloud, remove the pool's finalizer"
                    .formatted(MetadataKeys.PLACE)),
            Optional.empty())
        : new NotCreated();
  }

  /**
   * What is written, unless it is another pool's, as in a copied manifest: the name of a pool's
   * cloud objects is made from its own.
   */
  private Optional<Place> storedPlace(ApiObject pool) throws PrerequisiteException {
    Optional<Place> place;
    try {
      place = PlaceAnnotation.read(pool);
    } catch (IllegalArgumentException unreadable) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "annotation %s cannot be read (%s): restore it, or remove it if the pool has no machines"
              .formatted(MetadataKeys.PLACE, unreadable.getMessage()));
    }
    Optional<Place> own = place.filter(at -> at.name().equals(provider.cloudName(pool)));
    if (own.isPresent() && !provider.canBeIn(own.get().scope())) {
      throw PrerequisiteException.needsUserAction(
          REASON,
          "annotation %s names %s, where no %s can be: restore it, or remove it if the pool has no machines"
              .formatted(MetadataKeys.PLACE, own.get().scope(), pool.groupKind().kind()));
    }
    return own;
  }
}
