package io.weir.provider.azure.account.calls;

import io.weir.provider.CallCredentials;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.azure.account.AzureEnvironment;
import io.weir.provider.azure.account.AzurePrincipal;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.http.JsonHttpClient;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of all kinds of Azure in one manager, and a token for each identity and cloud,
 * whatever subscription, location or resource group is asked. Azure's library is loaded at the
 * first call.
 *
 * <p>Settings: those of {@link AzureEndpoints} and {@link AzureLogin}, and {@code ca-file} (PEM
 * certificates to trust instead of the JVM's, for addresses of one's own).
 */
public final class AzureSessions implements AutoCloseable {

  /** Resource Manager answers within a minute; within half of that, unless something is wrong. */
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  private final ProviderContext providerContext;
  private final AzureEndpoints endpoints;
  private final Map<Login, ArmCredentials> credentials = new HashMap<>();
  private @Nullable Connection connection;

  /** Whose token, and for which cloud. */
  private record Login(CloudIdentity identity, AzureEnvironment environment) {}

  private record Connection(HttpClient http, JsonHttpClient json, AzureLogin login) {}

  /**
   * Nothing is open yet.
   *
   * @throws IllegalArgumentException if a setting is no address
   */
  public AzureSessions(ProviderContext providerContext) {
    this.providerContext = providerContext;
    this.endpoints = AzureEndpoints.of(providerContext.settings());
  }

  /**
   * The client of a scope whose identity was granted.
   *
   * @throws ProviderException.Denied if it is a scope of another cloud, or its identity was not
   *     granted
   */
  public ArmClient clientFor(CloudScope cloudScope) throws ProviderException {
    AzureScope scope = scope(cloudScope);
    AzurePrincipal principal = principal(cloudScope);
    return new ArmClient(
        connection().json(),
        cloudScope,
        scope,
        endpoints.resourceManager(scope.environment()),
        credentials(cloudScope, scope.environment(), principal));
  }

  /**
   * A new token of a scope's identity for something else than Azure Resource Manager.
   *
   * @param tokenScope what for, such as {@code <application>/.default}
   * @throws ProviderException if there is none, sorted by what the caller can do
   */
  public IssuedToken requestToken(CloudScope cloudScope, String tokenScope)
      throws ProviderException {
    LoginProof proof = proofs(cloudScope, principal(cloudScope)).read();
    return connection()
        .login()
        .request(cloudScope, scope(cloudScope).environment(), tokenScope, proof);
  }

  private static AzureScope scope(CloudScope cloudScope) throws ProviderException {
    return AzureScope.of(cloudScope)
        .orElseThrow(
            () -> new ProviderException.Denied(cloudScope + " is no place of Azure", null));
  }

  private static AzurePrincipal principal(CloudScope cloudScope) throws ProviderException {
    return AzurePrincipal.of(cloudScope.identity())
        .orElseThrow(
            () ->
                new ProviderException.Denied(
                    "the identity of %s was not granted".formatted(cloudScope), null));
  }

  private synchronized CallCredentials<BearerToken> credentials(
      CloudScope cloudScope, AzureEnvironment environment, AzurePrincipal principal) {
    AzureLogin login = connection().login();
    return credentials.computeIfAbsent(
        new Login(cloudScope.identity(), environment),
        _ ->
            new ArmCredentials(
                proofs(cloudScope, principal),
                proof -> login.request(cloudScope, environment, environment.tokenScope(), proof),
                providerContext.clock()));
  }

  private ArmCredentials.ProofReader proofs(CloudScope cloudScope, AzurePrincipal principal) {
    if (cloudScope.identity().credentialsSecret().isEmpty()) {
      return () -> new LoginProof(principal, "");
    }
    var ofSecret =
        new SecretCredentials<>(
            providerContext.secrets(), cloudScope, entries -> LoginProof.of(principal, entries));
    return ofSecret::current;
  }

  private synchronized Connection connection() {
    Connection found = connection;
    if (found == null) {
      HttpClient http = TrustedCertificates.client(providerContext.settings());
      found =
          new Connection(
              http,
              new JsonHttpClient(providerContext.gate(), http, ANSWER_WITHIN),
              new AzureLogin(http, providerContext.gate(), endpoints, providerContext.settings()));
      connection = found;
    }
    return found;
  }

  /** Forgets the tokens of a scope's identity, which is asked for others when it is used again. */
  public synchronized void release(CloudScope cloudScope) {
    credentials.keySet().removeIf(login -> login.identity().equals(cloudScope.identity()));
  }

  @Override
  public synchronized void close() {
    credentials.clear();
    Connection found = connection;
    connection = null;
    if (found != null) {
      found.http().shutdownNow();
    }
  }
}
