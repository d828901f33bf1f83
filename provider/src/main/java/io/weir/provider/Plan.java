package io.weir.provider;

import java.util.List;

/**
 * A plan for kinds whose pool is one cloud object: it is created, changed or deleted. Foreign
 * objects and unknown state are left alone.
 *
 * @param <D> what is wanted
 * @param <O> what the cloud shows
 */
public interface Plan<D extends Desired, O extends Observed> {

  /** Creates it; it does not exist. */
  List<Step> make(PoolName pool, D want);

  /** Brings it closer to what is wanted, as far as the cloud allows now. */
  List<Step> change(O seen, D want, Situation<O> now);

  /** Deletes it; no steps if that is already in progress. */
  List<Step> remove(O seen, Situation<O> now);

  /** The steps, for {@link PoolProvider#plan}. */
  default List<Step> steps(Intent<D> intent, Situation<O> now) {
    return switch (now.seen()) {
      case Observation.Unknown<O> _ -> List.of();
      case Observation.ProvenAbsent<O> _ ->
          intent instanceof Intent.Converge<D>(D want) ? make(now.pool(), want) : List.of();
      case Observation.Seen<O>(O seen, _)
          when seen.ownership(now.pool(), now.notes()) instanceof Ownership.Foreign ->
          List.of();
      case Observation.Seen<O>(O seen, _) ->
          switch (intent) {
            case Intent.Converge<D>(D want) -> change(seen, want, now);
            case Intent.Delete<D> _ -> remove(seen, now);
          };
    };
  }
}
