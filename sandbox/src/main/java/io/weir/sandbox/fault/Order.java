package io.weir.sandbox.fault;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a person asks of a running sandbox. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Order.Misbehave.class, name = "misbehave"),
  @JsonSubTypes.Type(value = Order.Kill.class, name = "kill"),
  @JsonSubTypes.Type(value = Order.Crash.class, name = "crash"),
  @JsonSubTypes.Type(value = Order.Show.class, name = "list"),
  @JsonSubTypes.Type(value = Order.Clear.class, name = "clear")
})
public sealed interface Order {

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
  record Misbehave(
      Misbehaviour what,
      String operation,
      String pool,
      String zone,
      int calls,
      int every,
      long forMillis,
      long byMillis)
      implements Order {}

  /**
   * End an instance without warning.
   *
   * @param target its id or the name of its Node; empty for any that runs
   */
  record Kill(String target) implements Order {}

  /** End the manager's process without warning. */
  record Crash() implements Order {}

  /** Tell what is wrong now. */
  record Show() implements Order {}

  /**
   * Do right again.
   *
   * @param id the number of one fault; 0 for all
   */
  record Clear(int id) implements Order {}
}
