package io.weir.controlplane;

import io.weir.controlplane.process.LogFile;
import java.io.IOException;

/** A part of the control plane did not start. The message shows what it said last, and where. */
public final class StartException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int LINES_SHOWN = 15;

  private final boolean portTaken;

  StartException(String what, LogFile log) {
    super(
        "%s; its log %s ends:%n  %s"
            .formatted(what, log.path(), String.join("\n  ", log.lastLines(LINES_SHOWN))));
    this.portTaken = log.mentions("address already in use");
  }

  /** Whether another program had taken the port meanwhile, so that another port may do. */
  boolean portTaken() {
    return portTaken;
  }
}
