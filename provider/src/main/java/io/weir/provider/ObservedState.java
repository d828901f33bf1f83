package io.weir.provider;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What the cloud shows of one pool; a record of the provider's. */
public interface ObservedState {

  /**
   * Whose each of the cloud objects is, by {@link Ownership#of}: names are unique only within a
   * scope, so another pool's objects may occupy the name.
   *
   * @param providerAnnotations the annotations on the pool, such as IDs of what was created for it;
   *     whoever edits the pool can write them, so that alone they prove nothing
   * @return at least one
   */
  List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations providerAnnotations);

  /**
   * The first {@link Ownership#conflict ownership conflict}, for people: nothing may be written to
   * the pool. Empty if all objects are the pool's, or claimable.
   */
  default Optional<String> ownershipConflict(
      PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    return ownerships(pool, providerAnnotations).stream()
        .flatMap(ownership -> ownership.conflict().stream())
        .findFirst();
  }

  /**
   * Whether it shows what a {@link CreationStep} created last, by the ID that its receipt noted. By
   * default it does not: just after a creation, what others have of the name is then not believed
   * to be all that there is.
   */
  default boolean showsCreated(ProviderAnnotations providerAnnotations) {
    return false;
  }

  /**
   * Members in every state, in a stable order. An empty list means that there are none: a state
   * whose instances have not been read is not handed over.
   */
  List<Instance> instances();

  /**
   * How many instances the cloud has been asked for, those that it has not made yet included. Told
   * where Weir picks the victims; by default it is not.
   */
  default OptionalInt requestedSize() {
    return OptionalInt.empty();
  }

  /** Whether changes are in progress that should be observed sooner than usual. */
  boolean isChanging();

  /** What the cloud reports as failing in this pool, for people; sorted, without times. */
  Optional<String> problem();

  /**
   * Joins several problems into one text for {@link #problem}: distinct, sorted, without empty
   * ones.
   */
  static Optional<String> joinProblems(Stream<String> troubles) {
    return troubles
        .filter(text -> !text.isEmpty())
        .distinct()
        .sorted()
        .reduce((a, b) -> a + "; " + b);
  }
}
