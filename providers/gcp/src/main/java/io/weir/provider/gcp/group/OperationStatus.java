package io.weir.provider.gcp.group;

import java.util.Optional;

/**
 * How far the writes are that Compute Engine has accepted for a group.
 *
 * @param waiting whether one is not done, or has failed so lately that it is not tried again
 * @param deleting whether the group is being deleted by one
 * @param failure with what the last one ended, for people; empty if it has not failed
 */
public record OperationStatus(boolean waiting, boolean deleting, Optional<String> failure) {

  /** There are none. */
  public static final OperationStatus NONE = new OperationStatus(false, false, Optional.empty());
}
