package io.weir.pass;

import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.Place;
import io.weir.provider.PlanStep;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.util.List;
import java.util.Optional;

/**
 * What a pass would do, without doing it.
 *
 * @param place where the pool is, or will be; absent if that is not clear
 * @param observation what was observed of it
 * @param steps what would be written, in order, as far as it can be told before the first is done
 * @param members its instances
 * @param ownershipConflict why nothing may be written to what was observed, if it is not the pool's
 * @param blocker what is missing or wrong in objects
 * @param failure why the cloud could not be asked
 */
public record DryRun<O extends ObservedState>(
    Optional<Place> place,
    Observation<O> observation,
    List<PlanStep> steps,
    List<PoolMember> members,
    Optional<String> ownershipConflict,
    Optional<PrerequisiteException> blocker,
    Optional<ProviderException> failure) {
  public DryRun {
    steps = List.copyOf(steps);
    members = List.copyOf(members);
  }

  static <O extends ObservedState> DryRun<O> blocked(PrerequisiteException why) {
    return unobserved(why, Optional.of(why), Optional.empty());
  }

  static <O extends ObservedState> DryRun<O> failed(ProviderException why) {
    return unobserved(why, Optional.empty(), Optional.of(why));
  }

  private static <O extends ObservedState> DryRun<O> unobserved(
      Exception why, Optional<PrerequisiteException> blocker, Optional<ProviderException> failure) {
    return new DryRun<>(
        Optional.empty(),
        new Observation.Unknown<>(String.valueOf(why.getMessage())),
        List.of(),
        List.of(),
        Optional.empty(),
        blocker,
        failure);
  }
}
