package io.weir.provider.aws.account.calls;

import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.AssumedRole;
import io.weir.provider.aws.account.ClusterIdentities;
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

  /**
   * The session of a scope, whose identity is as it was granted; all that differ by what a scope is
   * within share one.
   */
  public synchronized AwsSession sessionFor(CloudScope cloudScope) {
    CloudScope scope = cloudScope.withoutParent();
    AwsSession known = sessions.get(scope);
    if (known == null) {
      known =
          new AwsSession(
              scope,
              connection(),
              credentials(scope),
              providerContext.gate(),
              providerContext.clock());
      sessions.put(scope, known);
    }
    return known;
  }

  private SessionCredentials credentials(CloudScope scope) {
    if (scope.identity().equals(ClusterIdentities.OF_MANAGER)
        || scope.identity() instanceof CloudIdentity.Ambient) {
      return connection()::ofManager;
    }
    if (scope.identity() instanceof CloudIdentity.OfObject named && !named.principal().isEmpty()) {
      AssumedRole role = AssumedRole.parse(named.principal());
      return new RoleCredentials(
          role, sessionFor(scope.withIdentity(role.source())), providerContext.clock());
    }
    if (scope.identity().credentialsSecret().isPresent()) {
      return new SecretKeys(providerContext.secrets(), scope);
    }
    return () -> {
      throw new ProviderException.Denied(scope.identity() + " was not granted to anybody", null);
    };
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
