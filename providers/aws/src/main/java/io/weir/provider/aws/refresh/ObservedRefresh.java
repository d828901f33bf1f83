package io.weir.provider.aws.refresh;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An instance refresh as AWS shows it.
 *
 * @param id its id
 * @param status AWS's word, such as {@code InProgress}
 * @param percent how much of it is done
 * @param reason why it is in this status; empty if AWS does not say
 * @param ended when it ended
 */
public record ObservedRefresh(
    String id, String status, int percent, String reason, Optional<Instant> ended) {

  private static final String FORGOTTEN = "Forgotten";

  private static final Set<String> ACTIVE =
      Set.of("Pending", "InProgress", "Cancelling", "RollbackInProgress", "Baking");

  /** One that was accepted and has not begun. */
  public static ObservedRefresh pending(String id) {
    return new ObservedRefresh(id, "Pending", 0, "", Optional.empty());
  }

  /** One that AWS no longer lists: it has ended, and how is unknown. */
  public static ObservedRefresh forgotten(String id) {
    return new ObservedRefresh(id, FORGOTTEN, 0, "", Optional.of(Instant.EPOCH));
  }

  /** Whether it keeps another from being started. */
  public boolean isActive() {
    return ACTIVE.contains(status);
  }

  /** Whether it is about to end without replacing more. */
  public boolean isCancelling() {
    return status.equals("Cancelling");
  }

  /** Whether AWS no longer lists it, so that nothing is known but that it has ended. */
  public boolean forgotten() {
    return status.equals(FORGOTTEN);
  }

  /** Whether it replaced all that it was to replace. */
  public boolean isSuccessful() {
    return status.equals("Successful");
  }

  /** Whether somebody stopped it. */
  public boolean isCancelled() {
    return status.equals("Cancelled");
  }

  /** The same once AWS has accepted that it is to stop. */
  public ObservedRefresh asCancelling() {
    return new ObservedRefresh(id, "Cancelling", percent, reason, ended);
  }
}
