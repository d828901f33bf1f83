package io.weir.provider.gcp.account.calls;

import io.weir.provider.ApiAddresses;
import io.weir.provider.CallCredentials;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.GcpScope;
import io.weir.provider.gcp.account.GkeScope;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.http.JsonHttpClient;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of all kinds of Google Cloud in one manager. Google's library is loaded at the
 * first call.
 *
 * <p>Settings: {@code endpoint}, another address of Compute Engine, and {@code endpoint-allow},
 * those that clusters may name; {@code container-endpoint} and {@code container-endpoint-allow},
 * the same of Kubernetes Engine; {@code token-endpoint}, another address of Google's token service,
 * which no cluster names; {@code private-endpoints}, {@code true} if tokens may be sent to private
 * addresses of clusters.
 */
public final class GcpSessions {

  private static final String COMPUTE = "https://compute.googleapis.com";
  private static final String CONTAINER = "https://container.googleapis.com";
  private static final String TOKENS = "https://oauth2.googleapis.com";

  private final ProviderContext providerContext;
  private final JsonHttpClient http;
  private final ApiAddresses addresses;
  private final ApiAddresses containerAddresses;
  private final URI tokenService;
  private final Map<CloudScope, ComputeClient> clients = new ConcurrentHashMap<>();
  private final Map<CloudScope, GkeSession> clusters = new ConcurrentHashMap<>();

  /** A cluster, the machines of the region that it is in, and tokens for its API server. */
  public record GkeSession(GkeClient cluster, ComputeClient machines, ClusterTokens tokens) {}

  /**
   * Nothing is open yet.
   *
   * @throws IllegalArgumentException if a setting is no address
   */
  public GcpSessions(ProviderContext providerContext) {
    this.providerContext = providerContext;
    this.http = new JsonHttpClient(providerContext.gate());
    this.addresses = ApiAddresses.of(GcpConstants.CLOUD, COMPUTE, providerContext.settings());
    this.containerAddresses =
        ApiAddresses.of(GcpConstants.CLOUD, "container-", CONTAINER, providerContext.settings());
    this.tokenService =
        URI.create(providerContext.settings().getOrDefault("token-endpoint", TOKENS) + "/token");
  }

  /** Where Compute Engine may be called. */
  public ApiAddresses addresses() {
    return addresses;
  }

  /** Whether tokens may be sent to private addresses of clusters. */
  public boolean privateEndpoints() {
    return Boolean.parseBoolean(providerContext.settings().get("private-endpoints"));
  }

  /** Where Kubernetes Engine may be called. */
  public ApiAddresses containerAddresses() {
    return containerAddresses;
  }

  /**
   * The client of a scope whose identity was granted.
   *
   * @throws ProviderException.Denied if it is a scope of another cloud, or at an address that may
   *     not be called
   */
  public ComputeClient clientFor(CloudScope scope) throws ProviderException {
    GcpScope gcpScope = GcpScope.of(scope).orElseThrow(() -> elsewhere(scope));
    URI address = address(addresses, gcpScope.endpoint());
    return clients.computeIfAbsent(scope, _ -> compute(scope, gcpScope, address));
  }

  /**
   * The clients of the scope of a cluster whose identity was granted.
   *
   * @throws ProviderException.Denied if it is a scope of another kind, or at an address that may
   *     not be called
   */
  public GkeSession gkeSessionFor(CloudScope scope) throws ProviderException {
    GkeScope gkeScope = GkeScope.of(scope).orElseThrow(() -> elsewhere(scope));
    URI address = address(containerAddresses, gkeScope.endpoint());
    URI ofMachines = address(addresses, gkeScope.computeEndpoint());
    return clusters.computeIfAbsent(
        scope,
        _ ->
            new GkeSession(
                new GkeClient(http, scope, gkeScope, address, credentials(scope, CONTAINER)),
                compute(scope, gkeScope.machines(), ofMachines),
                tokens(scope)));
  }

  private ClusterTokens tokens(CloudScope scope) {
    URI audience = URI.create(CONTAINER + "/");
    ClusterTokens.Source source =
        scope.identity() instanceof CloudIdentity.Ambient
            ? ManagerCredentials::find
            : new KeyCredentials(providerContext.secrets(), scope, audience)::key;
    return new ClusterTokens(
        new TokenRequests(providerContext.gate(), scope),
        source,
        scope.identity(),
        tokenService,
        providerContext.clock());
  }

  private ComputeClient compute(CloudScope scope, GcpScope gcpScope, URI address) {
    return new ComputeClient(http, scope, gcpScope, address, credentials(scope, COMPUTE));
  }

  private static ProviderException elsewhere(CloudScope scope) {
    return new ProviderException.Denied(scope + " is no place of Google Cloud", null);
  }

  private static URI address(ApiAddresses admitted, String named) throws ProviderException {
    return URI.create(
        named.isEmpty()
            ? admitted.standard()
            : admitted
                .admit(named)
                .orElseThrow(
                    () ->
                        new ProviderException.Denied(
                            "the manager may not call %s: allow it with the manager's option %s=https://host"
                                .formatted(named, admitted.option()),
                            null)));
  }

  /** Whatever the address, tokens are made for Google's own. */
  private CallCredentials<BearerToken> credentials(CloudScope scope, String service) {
    URI audience = URI.create(service + "/");
    return scope.identity() instanceof CloudIdentity.Ambient
        ? new ManagerCredentials(providerContext.gate(), scope, audience, providerContext.clock())
        : new KeyCredentials(providerContext.secrets(), scope, audience);
  }

  /** Forgets what is kept for a scope. */
  public void release(CloudScope scope) {
    clients.remove(scope);
    clusters.remove(scope);
  }
}
