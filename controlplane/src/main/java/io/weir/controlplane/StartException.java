package io.weir.controlplane;

import io.weir.controlplane.process.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of the control plane did not start. The message shows what it said last, and where. */
public final class StartException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int LINES_SHOWN = 15;

  /** What the store preallocates, in bytes: with less, nothing starts. */
  private static final long NEEDED = 64L << 20;

  private final boolean portTaken;

  StartException(String what, LogFile log) {
    super(
        full(log.path())
            ? "%s, as the disk is full: free some space where %s lies"
                .formatted(what, log.path().getParent())
            : "%s; its log %s ends:%n  %s"
                .formatted(what, log.path(), String.join("\n  ", log.lastLines(LINES_SHOWN))));
    this.portTaken = log.contains("address already in use");
  }

  /** Looked at the disk itself, as a full one has no room for a log that says so. */
  private static boolean full(Path log) {
    try {
      return Files.getFileStore(log).getUsableSpace() < NEEDED;
    } catch (IOException _) {
      return false;
    }
  }

  /** Whether another program had taken the port meanwhile, so that another port may do. */
  boolean isPortTaken() {
    return portTaken;
  }
}
