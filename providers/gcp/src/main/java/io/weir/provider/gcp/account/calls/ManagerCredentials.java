package io.weir.provider.gcp.account.calls;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import io.weir.provider.CallCredentials;
import io.weir.provider.CallGate;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The manager's own credentials: Application Default Credentials, which may be a key, workload
 * identity federation, or those of the machine. One caller asks for a token at a time, and the gate
 * is asked before.
 *
 * @see <a href="https://cloud.google.com/docs/authentication/application-default-credentials">How
 *     they are found</a>
 */
final class ManagerCredentials implements CallCredentials<BearerToken> {

  private static final Duration RENEWED_BEFORE = Duration.ofMinutes(5);

  private final TokenRequests requests;
  private final URI audience;
  private final Clock clock;
  private @Nullable GoogleCredentials found;

  ManagerCredentials(CallGate gate, CloudScope scope, URI audience, Clock clock) {
    this.requests = new TokenRequests(gate, scope);
    this.audience = audience;
    this.clock = clock;
  }

  @Override
  public synchronized BearerToken current() throws ProviderException {
    GoogleCredentials credentials = found();
    try {
      if (!(credentials instanceof ServiceAccountCredentials) && isDue(credentials)) {
        boolean _ = requests.send(() -> refreshed(credentials));
      }
      return GcpTokens.of(credentials, audience);
    } catch (IOException failure) {
      throw new ProviderException.Transient(
          "%s: no token for the manager's own credentials, %s"
              .formatted(TokenRequests.ACTION, failure.getClass().getSimpleName()),
          failure);
    }
  }

  private boolean isDue(GoogleCredentials credentials) {
    AccessToken token = credentials.getAccessToken();
    return token == null
        || token.getExpirationTime() == null
        || token.getExpirationTime().toInstant().isBefore(clock.instant().plus(RENEWED_BEFORE));
  }

  private static boolean refreshed(GoogleCredentials credentials) throws IOException {
    credentials.refresh();
    return true;
  }

  private GoogleCredentials found() throws ProviderException {
    GoogleCredentials known = found;
    if (known != null) {
      return known;
    }
    GoogleCredentials credentials = find().createScoped(List.of(GcpTokens.SCOPE));
    if (credentials instanceof ServiceAccountCredentials key) {
      credentials = key.createWithUseJwtAccessWithScope(true);
    }
    found = credentials;
    return credentials;
  }

  /**
   * The manager's own credentials, without scopes.
   *
   * @throws ProviderException.Denied if it has none
   */
  static GoogleCredentials find() throws ProviderException.Denied {
    try {
      return GoogleCredentials.getApplicationDefault();
    } catch (IOException none) {
      throw new ProviderException.Denied(
          "the manager has no Google credentials of its own: name a Secret in spec.credentialsRef"
              + " of the GCPCluster or GCPManagedCluster, or give the manager some, by workload"
              + " identity or in the file that GOOGLE_APPLICATION_CREDENTIALS names",
          none);
    }
  }

  @Override
  public synchronized Optional<BearerToken> replacementFor(BearerToken refused)
      throws ProviderException {
    BearerToken now = current();
    return now.equals(refused) ? Optional.empty() : Optional.of(now);
  }
}
