package io.weir.pass;

import io.weir.provider.CloudScope;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import java.util.List;

/**
 * A write to a cloud that was made, or may have been.
 *
 * @param pool whose
 * @param scope where, and with whose credentials
 * @param step what was written
 * @param answered whether the cloud said that it is done; if not, it may be
 * @param requestIds the cloud's IDs of its requests, as far as there are any
 */
public record StepWritten(
    PoolIdentity pool, CloudScope scope, PlanStep step, boolean answered, List<String> requestIds) {
  public StepWritten {
    requestIds = List.copyOf(requestIds);
  }
}
