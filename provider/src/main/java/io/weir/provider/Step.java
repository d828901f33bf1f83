package io.weir.provider;

import java.time.Instant;

/** One write to the cloud, as data; a record of the provider's, without secrets in its text. */
public interface Step {

  /** What it does, for people: {@code create Auto Scaling group workers}. */
  String what();

  /** Why, with numbers: {@code 3 instances wanted, 2 asked for}. */
  String because();

  /**
   * What must stand on the pool before this write is made, so that a crash between the two is
   * harmless. The manager writes what differs, and makes the step only if that succeeded.
   *
   * @param notes what stands there now
   * @param now when the write is made
   */
  default Notes before(Notes notes, Instant now) {
    return notes;
  }

  /**
   * What may stand on the pool once the write has succeeded. Written down with the next write of
   * the pool, so it may be lost; the step is then made again.
   *
   * @param notes what stands there by then
   */
  default Notes after(Notes notes) {
    return notes;
  }

  /**
   * What may stand on the pool once the write has failed and is known to have had no effect. Lost
   * like what {@link #after} leaves.
   *
   * @param notes what stands there by then
   */
  default Notes unmade(Notes notes) {
    return notes;
  }

  /** Whether the steps behind it in a plan may be made although this one cannot. */
  default boolean independent() {
    return false;
  }

  /**
   * What the step is to bring about, without the state that it starts from: equal for two steps
   * that would end the same. If that comes again and again, somebody else undoes it.
   */
  default Object aim() {
    return this;
  }

  /**
   * What is held back after a failure: equal for two steps of the same {@link #what} of which the
   * second fails if the first did. Without what renews itself, such as a token, or each renewal
   * would be tried at once; with all that people may correct.
   */
  default Object attempt() {
    return aim();
  }
}
