package io.weir.provider.aws.account.calls;

import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of all kinds of AWS in one manager: one for each account, identity and region,
 * whatever cluster is asked about. AWS's SDK is loaded at the first call. What a session has opened
 * is closed when it was not used for an hour, and what is closed is opened again by the next call.
 */
public final class AwsSessions implements AutoCloseable {

  private static final Duration IDLE_FOR = Duration.ofHours(1);
  private static final Duration CHECKED_EACH = Duration.ofMinutes(10);

  private final ProviderContext providerContext;
  private final Map<CloudScope, AwsSession> sessions = new HashMap<>();
  private @Nullable SdkConnection connection;

  /** Nothing is open yet. */
  public AwsSessions(ProviderContext providerContext) {
    this.providerContext = providerContext;
  }

  /** The session of a scope; all that differ by what a scope is within share one. */
  public synchronized AwsSession sessionFor(CloudScope cloudScope) {
    return sessions.computeIfAbsent(
        cloudScope.withoutParent(),
        scope ->
            new AwsSession(scope, connection(), providerContext.gate(), providerContext.clock()));
  }

  private SdkConnection connection() {
    var found = connection;
    if (found == null) {
      found = new SdkConnection(providerContext.settings());
      found.repeat(this::closeUnused, CHECKED_EACH);
      connection = found;
    }
    return found;
  }

  /** Closes what no call has gone through for an hour. */
  synchronized void closeUnused() {
    var then = providerContext.clock().instant().minus(IDLE_FOR);
    sessions.values().forEach(session -> session.closeIfUnusedSince(then));
  }

  @Override
  public synchronized void close() {
    var closing = List.copyOf(sessions.values());
    sessions.clear();
    var found = connection;
    connection = null;
    try {
      closing.forEach(AwsSession::close);
    } finally {
      if (found != null) {
        found.close();
      }
    }
  }
}
