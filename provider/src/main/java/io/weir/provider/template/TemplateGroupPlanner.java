package io.weir.provider.template;

import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A plan for kinds whose pool is a group of instances and the template that the group makes them
 * from, which is never changed: there is a newer version of it, or another one. First comes the
 * template, then the group that points at it, then what stands on both beside what others put
 * there, then the replacement of running instances, then old templates. Deletion goes the other
 * way. What is somebody else's gets no step, and what is marked anew ends the pass.
 *
 * @param <D> what is wanted
 * @param <O> what the cloud shows
 */
public interface TemplateGroupPlanner<D extends DesiredState, O extends TemplateGroupState> {

  /** What the cloud shows of a pool of which nothing is there. */
  O absent();

  /**
   * Whether it is known what the template should be. If not, none is made and no group; a group
   * that exists is kept at its size. By default it is.
   */
  default boolean isTemplateKnown(D want) {
    return true;
  }

  /**
   * Finds out whether instances can be made from what is newest of the template, where that is not
   * known; all else waits for it. By default it is known.
   */
  default Optional<PlanStep> trial(ConvergeContext<D, O> now) {
    return Optional.empty();
  }

  /**
   * Makes the template, or the next one if it is not as wanted; empty also if it cannot be made so
   * yet. If a next one is held back and can be skipped, a group that exists is kept meanwhile.
   */
  Optional<PlanStep> template(ConvergeContext<D, O> now);

  /**
   * Renews the user data of the template that there is, while it is not known what it should be or
   * the next one is not made; by default not possible.
   */
  default Optional<PlanStep> userData(ConvergeContext<D, O> now) {
    return Optional.empty();
  }

  /** Makes the group; the template may be made by the step before. */
  PlanStep createGroup(ConvergeContext<D, O> now);

  /**
   * Brings a group that exists nearer to what is wanted: its size, what it makes instances from,
   * the instances that are to leave. There is a template.
   */
  List<PlanStep> group(ConvergeContext<D, O> now);

  /**
   * Answers what {@link PoolIntent.Converge#held} says; each step can be skipped. By default the
   * cloud waits for nobody. There is a group.
   */
  default List<PlanStep> held(ConvergeContext<D, O> now) {
    return List.of();
  }

  /**
   * What stands on group and template beside what others put there, and needs no other step. By
   * default nothing does.
   */
  default List<PlanStep> sharedEntries(ConvergeContext<D, O> now) {
    return List.of();
  }

  /**
   * The next step of the replacement of outdated instances, where the cloud replaces them; asked
   * only while new ones are made from what is wanted. By default there is none.
   */
  default Optional<PlanStep> roll(ConvergeContext<D, O> now) {
    return Optional.empty();
  }

  /** Removes old templates that nothing uses; by default none are left. */
  default Optional<PlanStep> surplus(ConvergeContext<D, O> now) {
    return Optional.empty();
  }

  /** Marks the group as the pool's, which ends the pass. */
  PlanStep claimGroup(O seen, PlanContext<O> now, Ownership.Claimable claimable);

  /** Marks the template as the pool's, which ends the pass. */
  PlanStep claimTemplate(O seen, PlanContext<O> now, Ownership.Claimable claimable);

  /** Deletes the group with its instances. */
  PlanStep deleteGroup(O seen);

  /** Deletes the template with all versions of it. */
  PlanStep deleteTemplate(O seen);

  /** The steps, for {@link io.weir.provider.PoolProvider#plan}. */
  default List<PlanStep> plan(PoolIntent<D> poolIntent, PlanContext<O> now) {
    return switch (now.observation()) {
      case Observation.Unknown<O> _ -> List.of();
      case Observation.ProvenAbsent<O>(Instant asOf) -> plan(poolIntent, now, absent(), asOf);
      case Observation.Present<O>(O seen, Instant asOf) -> plan(poolIntent, now, seen, asOf);
    };
  }

  private List<PlanStep> plan(PoolIntent<D> poolIntent, PlanContext<O> now, O seen, Instant asOf) {
    return switch (poolIntent) {
      case PoolIntent.Pause<D> _ -> List.of();
      case PoolIntent.Delete<D> _ -> delete(seen, now);
      case PoolIntent.Converge<D> converge ->
          seen.isGroupDeleting()
                  || seen.ownershipConflict(now.pool(), now.annotations()).isPresent()
              ? List.of()
              : claim(seen, now)
                  .map(List::of)
                  .orElseGet(
                      () ->
                          converge(new ConvergeContext<>(converge, seen, now.annotations(), asOf)));
    };
  }

  /** Marks what is the pool's and does not say so; the group first, by which the template is. */
  private Optional<PlanStep> claim(O seen, PlanContext<O> now) {
    return claimable(seen.ownershipOfGroup(now.pool(), now.annotations()))
        .map(claimable -> claimGroup(seen, now, claimable))
        .or(
            () ->
                claimable(seen.ownershipOfTemplate(now.pool(), now.annotations()))
                    .map(claimable -> claimTemplate(seen, now, claimable)));
  }

  private static Optional<Ownership.Claimable> claimable(Optional<Ownership> ownership) {
    return ownership
        .filter(Ownership.Claimable.class::isInstance)
        .map(Ownership.Claimable.class::cast);
  }

  private List<PlanStep> converge(ConvergeContext<D, O> now) {
    var steps = new ArrayList<PlanStep>();
    if (now.seen().hasGroup()) {
      steps.addAll(held(now)); // the only ones that do not wait for others, as the cloud does not
    }
    Optional<PlanStep> trial = trial(now);
    if (trial.isPresent()) {
      steps.add(trial.get());
      return List.copyOf(steps);
    }
    if (!isTemplateKnown(now.want())) {
      if (now.seen().hasGroup()) {
        steps.addAll(keep(now));
      }
      return List.copyOf(steps);
    }
    Optional<PlanStep> template = template(now);
    template.ifPresent(steps::add);
    if (!now.seen().hasGroup()) {
      if (template.isEmpty() || !now.seen().hasTemplate()) {
        steps.add(createGroup(now));
      }
      steps.addAll(sharedEntries(now));
    } else if (template.isPresent()) {
      steps.addAll(keep(now));
    } else {
      steps.addAll(group(now));
      steps.addAll(sharedEntries(now));
      Optional.of(now)
          .filter(_ -> now.seen().groupUsesNewest())
          .flatMap(this::roll)
          .ifPresent(steps::add);
      surplus(now).ifPresent(steps::add);
    }
    return List.copyOf(steps);
  }

  /** What concerns a group that exists, and not what its instances are made from. */
  private List<PlanStep> keep(ConvergeContext<D, O> now) {
    var steps = new ArrayList<>(userData(now).or(() -> surplus(now)).stream().toList());
    // Without a template there is nothing to point the group at.
    if (now.seen().hasTemplate()) {
      steps.addAll(group(now));
    }
    steps.addAll(sharedEntries(now));
    return List.copyOf(steps);
  }

  private List<PlanStep> delete(O seen, PlanContext<O> now) {
    Optional<Ownership> group = seen.ownershipOfGroup(now.pool(), now.annotations());
    Optional<Ownership> template = seen.ownershipOfTemplate(now.pool(), now.annotations());
    boolean held =
        Stream.of(group, template)
            .flatMap(Optional::stream)
            .anyMatch(Ownership.Held.class::isInstance);
    if (held) {
      return List.of();
    }
    Optional<PlanStep> claim = claim(seen, now);
    if (claim.isPresent()) {
      return claim.stream().toList();
    }
    if (isOurs(group)) {
      return seen.isGroupDeleting() ? List.of() : List.of(deleteGroup(seen));
    }
    // What a group uses that is in doubt is in doubt itself.
    return isOurs(template) && !seen.groupUsesTemplate()
        ? List.of(deleteTemplate(seen))
        : List.of();
  }

  private static boolean isOurs(Optional<Ownership> ownership) {
    return ownership.filter(Ownership.Ours.class::isInstance).isPresent();
  }
}
