package io.weir.kernel.cache;

import java.io.IOException;

/** What an API server sends does not fit into the memory that it may take. */
public final class NoRoomException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Says what there is no room for. */
  public NoRoomException(String message) {
    super(message);
  }
}
