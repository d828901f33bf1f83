package io.weir.manager.infrapool;

import io.weir.kernel.work.Requeue;
import io.weir.provider.ErrorRule;
import io.weir.provider.ProviderException;
import java.time.Duration;

/** When a pool that could not go on has its next pass, if no event brings one. */
final class RequeuePolicy {

  private RequeuePolicy() {}

  /** People must act, perhaps in the cloud, where no event tells of it. */
  static Requeue untilPeopleAct(String why) {
    return Requeue.backoffBetween(why, Duration.ofMinutes(1), Duration.ofMinutes(5));
  }

  static Requeue afterError(ProviderException error) {
    String why = String.valueOf(error.getMessage());
    ErrorRule rule = ErrorRule.of(error);
    if (rule.asked().isPresent()) {
      return Requeue.after(rule.asked().get().plusSeconds(1));
    }
    return rule.needsPeople() ? untilPeopleAct(why) : Requeue.backoff(why);
  }
}
