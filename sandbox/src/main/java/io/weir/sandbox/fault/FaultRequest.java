package io.weir.sandbox.fault;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a person asks of a running sandbox. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
  @JsonSubTypes.Type(value = FaultRequest.InjectFault.class, name = "misbehave"),
  @JsonSubTypes.Type(value = FaultRequest.KillInstance.class, name = "kill"),
  @JsonSubTypes.Type(value = FaultRequest.CrashManager.class, name = "crash"),
  @JsonSubTypes.Type(value = FaultRequest.ListFaults.class, name = "list"),
  @JsonSubTypes.Type(value = FaultRequest.ClearFaults.class, name = "clear")
})
public sealed interface FaultRequest {

  /**
   * Do something wrong.
   *
   * @param what what
   * @param operation the calls that it befalls, with wildcards; empty for all
   * @param pool the pool whose launches it befalls; empty for all
   * @param zone the zone in which it befalls launches; empty for all
   * @param calls after how many it is over; 0 for no such end
   * @param every it befalls every so many calls
   * @param forMillis after how long it is over; 0 for no such end
   * @param byMillis how late something comes
   */
  record InjectFault(
      FaultType what,
      String operation,
      String pool,
      String zone,
      int calls,
      int every,
      long forMillis,
      long byMillis)
      implements FaultRequest {}

  /**
   * End an instance without warning.
   *
   * @param target its id or the name of its Node; empty for any that runs
   */
  record KillInstance(String target) implements FaultRequest {}

  /** End the manager's process without warning. */
  record CrashManager() implements FaultRequest {}

  /** Tell what is wrong now. */
  record ListFaults() implements FaultRequest {}

  /**
   * Do right again.
   *
   * @param id the number of one fault; 0 for all
   */
  record ClearFaults(int id) implements FaultRequest {}
}
