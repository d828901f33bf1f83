package io.weir.clouds;

import java.time.Duration;

/**
 * A rule by which a simulated cloud misbehaves.
 *
 * @param kind what goes wrong
 * @param action name of the call that it concerns, with wildcards as in {@link Glob}; launches of
 *     instances by a group count as calls of their own, named by each cloud
 * @param resource which resource it concerns, with the same wildcards
 * @param times how often it strikes before it is gone; 0 means until it is removed
 * @param every strikes only at every so many matching calls; 1 means each
 * @param delay how long {@link Kind#SLOW} and {@link Kind#SLOW_BOOT} take in addition, and how old
 *     is what {@link Kind#STALE_READ} and {@link Kind#STALE_TAGS} show
 */
public record CloudFault(
    Kind kind, String action, String resource, int times, int every, Duration delay) {

  /** What can go wrong. */
  public enum Kind {
    /** The call is refused because too many came, in the service's own words. */
    THROTTLED,
    /** The service breaks before it did anything. */
    SERVER_ERROR,
    /** The connection is closed without an answer and nothing has happened. */
    DROPPED_BEFORE,
    /** The call takes effect and the connection is closed without an answer. */
    DROPPED_AFTER,
    /** The caller lacks the right. */
    DENIED,
    /** The call is answered late. */
    SLOW,
    /** An instance cannot be had. */
    NO_CAPACITY,
    /** An instance takes longer to boot. */
    SLOW_BOOT,
    /** A read shows what was a while ago, as in clouds whose lists follow their writes later. */
    STALE_READ,
    /** A read shows what is with the tags of a while ago, and filters by those. */
    STALE_TAGS,
    /** An operation that was accepted ends in failure. */
    FAILED_OPERATION,
    /** What is deleted is gone from all lists before what belongs to it has ended. */
    GONE_EARLY
  }

  /** A fault of every call until it is removed. */
  public static CloudFault of(Kind kind) {
    return new CloudFault(kind, "*", "*", 0, 1, Duration.ZERO);
  }

  /** The same for one action, or a pattern of actions. */
  public CloudFault forAction(String actionPattern) {
    return new CloudFault(kind, actionPattern, resource, times, every, delay);
  }

  /** The same for one resource, or a pattern of resources. */
  public CloudFault forResource(String resourcePattern) {
    return new CloudFault(kind, action, resourcePattern, times, every, delay);
  }

  /** The same, gone after so many strikes. */
  public CloudFault times(int strikes) {
    return new CloudFault(kind, action, resource, strikes, every, delay);
  }

  /** The same, at every so many matching calls. */
  public CloudFault every(int calls) {
    return new CloudFault(kind, action, resource, times, calls, delay);
  }

  /** The same, taking this much longer. */
  public CloudFault withDelay(Duration extra) {
    return new CloudFault(kind, action, resource, times, every, extra);
  }

  boolean matches(String call, String subject) {
    return Glob.matches(action, call) && Glob.matches(resource, subject);
  }
}
