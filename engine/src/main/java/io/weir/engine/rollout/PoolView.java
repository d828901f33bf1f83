package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.Retirements;
import java.time.Instant;
import java.util.List;

/**
 * All that one complete look at a pool showed.
 *
 * @param poolKey its namespace and name
 * @param replicas how many machines are wanted
 * @param strategy how it rolls
 * @param control what is ours to decide
 * @param asked the size that the cloud has been asked for, by the same look
 * @param askedLongAgo whether the size was raised so long before the look began that what does not
 *     show yet will not come by itself
 * @param members all instances, those that end too; none that is stopped or kept warm
 * @param retirements who leaves, as written down
 * @param now the time
 */
public record PoolView(
    String poolKey,
    int replicas,
    RolloutStrategy strategy,
    PoolControl control,
    int asked,
    boolean askedLongAgo,
    List<Member> members,
    Retirements retirements,
    Instant now) {
  public PoolView {
    members = List.copyOf(members);
  }
}
