package io.weir.manager.audit;

import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes audit events to the logger {@code weir.audit}, a line each. */
public final class AuditLog {

  private static final Logger LOG = LoggerFactory.getLogger("weir.audit");

  private AuditLog() {}

  /** Writes one. */
  public static void write(AuditEvent event) {
    LOG.info("{}", AuditLine.of(event));
  }
}
