package io.weir.controlplane.binaries;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The programs cannot be had. The message is one sentence that ends with what to do about it. */
public final class BinariesException extends IOException {
  private static final long serialVersionUID = 1L;

  BinariesException(String message) {
    this(message, null);
  }

  BinariesException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
