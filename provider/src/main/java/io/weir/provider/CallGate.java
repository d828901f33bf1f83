package io.weir.provider;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Limits, counts and measures every request to a cloud, so that providers need not. */
public interface CallGate {

  /**
   * What a request may take, from its transmission to the end of its answer. Providers set their
   * time-outs so; a connection is to be made within five seconds of these.
   */
  Duration LONGEST_CALL = Duration.ofSeconds(40);

  /**
   * Asks for leave to send one request; may block briefly.
   *
   * @throws ProviderException.Throttled if the budget for it is used up for now
   */
  void beforeCall(CloudRequest cloudRequest) throws ProviderException.Throttled;

  /**
   * Asks once more for leave, just before the request is transmitted: since it was given a process
   * may have been stopped, and credentials may have taken their time. Must not block.
   *
   * @param write whether the request may change something
   * @throws ProviderException.Throttled if it must not be sent now
   */
  default void beforeTransmission(CloudRequest cloudRequest, boolean write)
      throws ProviderException.Throttled {}

  /** Records how the request ended. */
  void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome);

  /** For providers that are asked for what they know by themselves: they call no cloud. */
  CallGate CLOSED =
      new CallGate() {
        @Override
        public void beforeCall(CloudRequest cloudRequest) {
          throw new IllegalStateException("no call is to be made: " + cloudRequest);
        }

        @Override
        public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
      };

  /** How a request ended. */
  sealed interface CallOutcome {

    /**
     * It was answered.
     *
     * @param remaining how many more requests the cloud bears at once, as the answer says, by the
     *     names of {@link CallLimits.CallCounter}; those that it does not name are not known
     */
    record Ok(Map<String, Integer> remaining) implements CallOutcome {
      public Ok {
        remaining = Map.copyOf(remaining);
      }
    }

    /** It failed, or was not answered. */
    record Failed() implements CallOutcome {}

    /**
     * The cloud refused it as one too many.
     *
     * @param retryAfter the pause that the cloud asks for; zero if it names none
     * @param counter the name of the {@link CallLimits.CallCounter} that is used up; empty if the
     *     cloud does not say: then that of its object, if the cloud counts such requests by object,
     *     else that of its account
     */
    record Throttled(Duration retryAfter, Optional<String> counter) implements CallOutcome {

      /** By a count that the cloud does not name. */
      public Throttled(Duration retryAfter) {
        this(retryAfter, Optional.empty());
      }
    }

    /** It was answered, and nothing is known of what is left. */
    CallOutcome OK = new Ok(Map.of());

    /** It failed, or was not answered. */
    CallOutcome FAILED = new Failed();
  }
}
