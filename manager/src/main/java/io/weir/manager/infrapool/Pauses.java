package io.weir.manager.infrapool;

import io.weir.kernel.work.Requeue;
import io.weir.provider.ProviderException;
import java.time.Duration;

/** When a pool that could not go on has its next pass, if no event brings one. */
final class Pauses {

  private Pauses() {}

  /** People must act, perhaps in the cloud, where no event tells of it. */
  static Requeue forPeople(String why) {
    return Requeue.slowly(why, Duration.ofMinutes(1), Duration.ofMinutes(5));
  }

  static Requeue after(ProviderException error) {
    String why = String.valueOf(error.getMessage());
    return switch (error) {
      case ProviderException.Throttled throttled -> Requeue.after(throttled.after().plusSeconds(1));
      case ProviderException.Denied _, ProviderException.Rejected _ -> forPeople(why);
      case ProviderException.NotFound _,
          ProviderException.Busy _,
          ProviderException.Transient _,
          ProviderException.Ambiguous _ ->
          Requeue.backoff(why);
    };
  }
}
