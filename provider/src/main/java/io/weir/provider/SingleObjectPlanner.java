package io.weir.provider;

import java.util.List;

/**
 * A plan for kinds whose pool is one cloud object: it is created, changed or deleted. Foreign
 * objects and unknown state are left alone.
 *
 * @param <D> what is wanted
 * @param <O> what the cloud shows
 */
public interface SingleObjectPlanner<D extends DesiredState, O extends ObservedState> {

  /** Creates it; it does not exist. */
  List<PlanStep> create(PoolIdentity pool, D want);

  /** Brings it closer to what is wanted, as far as the cloud allows now. */
  List<PlanStep> update(O seen, PoolIntent.Converge<D> intent, PlanContext<O> now);

  /** Marks it as the pool's, which ends the pass. */
  PlanStep claim(O seen, PlanContext<O> now, Ownership.Claimable claimable);

  /** Tells it that the pool is paused; by default it need not know. */
  default List<PlanStep> pause(O seen, PlanContext<O> now) {
    return List.of();
  }

  /** Deletes it; while that is in progress, only what goes with it. */
  List<PlanStep> delete(O seen, PlanContext<O> now);

  /** The steps, for {@link PoolProvider#plan}. */
  default List<PlanStep> plan(PoolIntent<D> poolIntent, PlanContext<O> now) {
    return switch (now.observation()) {
      case Observation.Unknown<O> _ -> List.of();
      case Observation.ProvenAbsent<O> _ ->
          poolIntent instanceof PoolIntent.Converge<D> converge
              ? create(now.pool(), converge.desired())
              : List.of();
      case Observation.Present<O>(O seen, _) ->
          switch (seen.ownerships(now.pool(), now.annotations()).getFirst()) {
            case Ownership.Held _, Ownership.Foreign _ -> List.of();
            case Ownership.Claimable claimable ->
                poolIntent instanceof PoolIntent.Pause<D>
                    ? List.of()
                    : List.of(claim(seen, now, claimable));
            case Ownership.Ours _ ->
                switch (poolIntent) {
                  case PoolIntent.Converge<D> converge -> update(seen, converge, now);
                  case PoolIntent.Delete<D> _ -> delete(seen, now);
                  case PoolIntent.Pause<D> _ -> pause(seen, now);
                };
          };
    };
  }
}
