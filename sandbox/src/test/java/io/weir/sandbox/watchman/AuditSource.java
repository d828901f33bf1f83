package io.weir.sandbox.watchman;

import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.audit.AuditTail;
import io.weir.sandbox.usage.ApiUsers;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an API server logs, of which only writes of Weir, to what Weir writes, and deletions of
 * tokens are events.
 */
final class AuditSource {

  /** The host of a manager is known to the management cluster alone. */
  private static final Pattern MANAGER =
      Pattern.compile("weir/\\S+ \\(\\w+; (?:\\S*_)?([^\\s_]+)\\)");

  private final AuditTail log;
  private Instant readUntil = Instant.EPOCH;

  AuditSource(Path log) {
    this.log = new AuditTail(log);
  }

  /** Hands over what is new. */
  void read(Consumer<HistoryEvent> events) throws IOException {
    log.readWrites(
        write -> {
          readUntil = write.logged().isAfter(readUntil) ? write.logged() : readUntil;
          if (ApiUsers.MANAGER_USERS.contains(write.user())
              || write.group().endsWith("cluster.x-k8s.io")
              || JoinTokenProperty.isDeletionOfToken(
                  write.verb(), write.resourceType().toString(), write.name())) {
            events.accept(event(write));
          }
        });
  }

  /** When the last line was written that has been read: others write all the time, too. */
  Instant readUntil() {
    return readUntil;
  }

  private static ApiWrite event(AuditRecord write) {
    Matcher manager = MANAGER.matcher(write.userAgent());
    return new ApiWrite(
        write.received(),
        write.logged(),
        write.user(),
        manager.matches() ? manager.group(1) : "",
        write.verb(),
        write.resourceType().toString(),
        new ObjectKey(write.namespace(), write.name()),
        write.code(),
        write.body());
  }
}
