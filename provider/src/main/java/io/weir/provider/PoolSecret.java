package io.weir.provider;

import io.weir.api.ApiObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A Secret beside a pool, which bootstrap data of its machines may read. It is written before there
 * is a desired state, as that may wait for bootstrap data, and goes with its pool. Pure.
 */
public interface PoolSecret {

  /** Its name, in the pool's namespace; depends on the pool alone. */
  String name(ApiObject pool);

  /** What is to be in it; equal contexts give equal results. */
  Result resolve(Context context);

  /**
   * What it is made from.
   *
   * @param inputs what the desired state is made from; nothing may come of the bootstrap data,
   *     which may come of this
   * @param scope where the pool is, with the identity as it was granted
   * @param known answers of the cloud
   * @param credentials the Secret with the identity's credentials, if it lies in the pool's own
   *     namespace: what it holds becomes readable for whoever reads Secrets there
   */
  record Context(
      PoolInputs inputs, CloudScope scope, QueryResults known, Optional<ApiObject> credentials) {}

  /** How much is known. */
  sealed interface Result {

    /**
     * All of it.
     *
     * @param labels by which everybody sees that it is written by a manager: one without them is
     *     people's own
     * @param data its whole content, as text
     * @param notice what people should know of it, told with each write
     */
    record Wanted(
        Map<String, String> labels,
        Map<String, String> data,
        Optional<PrerequisiteException> notice)
        implements Result {
      public Wanted {
        labels = Map.copyOf(labels);
        data = Map.copyOf(data);
      }

      @Override
      public String toString() {
        return "Wanted[" + labels.keySet() + ", " + data.keySet() + "]";
      }
    }

    /** The cloud must answer these first; it is then resolved again with the answers. */
    record NeedsQueries(Set<CloudQuery> queries) implements Result {
      public NeedsQueries {
        queries = Set.copyOf(queries);
      }
    }

    /** Something that people or other controllers must provide is missing or wrong. */
    record Blocked(PrerequisiteException cause) implements Result {}
  }
}
