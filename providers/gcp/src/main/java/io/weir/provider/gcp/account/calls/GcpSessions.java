package io.weir.provider.gcp.account.calls;

import io.weir.provider.ApiAddresses;
import io.weir.provider.CallCredentials;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.GcpScope;
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
 * those that GCPClusters may name.
 */
public final class GcpSessions {

  private static final String COMPUTE = "https://compute.googleapis.com";

  private final ProviderContext providerContext;
  private final JsonHttpClient http;
  private final ApiAddresses addresses;
  private final Map<CloudScope, ComputeClient> clients = new ConcurrentHashMap<>();

  /**
   * Nothing is open yet.
   *
   * @throws IllegalArgumentException if a setting is no address
   */
  public GcpSessions(ProviderContext providerContext) {
    this.providerContext = providerContext;
    this.http = new JsonHttpClient(providerContext.gate());
    this.addresses = ApiAddresses.of(GcpConstants.CLOUD, COMPUTE, providerContext.settings());
  }

  /** Where Compute Engine may be called. */
  public ApiAddresses addresses() {
    return addresses;
  }

  /**
   * The client of a scope whose identity was granted.
   *
   * @throws ProviderException.Denied if it is a scope of another cloud, or at an address that may
   *     not be called
   */
  public ComputeClient clientFor(CloudScope scope) throws ProviderException {
    GcpScope gcpScope =
        GcpScope.of(scope)
            .orElseThrow(
                () -> new ProviderException.Denied(scope + " is no place of Google Cloud", null));
    String address =
        gcpScope.endpoint().isEmpty()
            ? addresses.standard()
            : addresses
                .admit(gcpScope.endpoint())
                .orElseThrow(
                    () ->
                        new ProviderException.Denied(
                            "the manager may not call %s: allow it with the manager's option %s=https://host"
                                .formatted(gcpScope.endpoint(), addresses.option()),
                            null));
    return clients.computeIfAbsent(
        scope,
        _ -> {
          URI endpoint = URI.create(address);
          return new ComputeClient(http, scope, gcpScope, endpoint, credentials(scope));
        });
  }

  /** Whatever the address, tokens are made for Google's own. */
  private CallCredentials<BearerToken> credentials(CloudScope scope) {
    URI audience = URI.create(COMPUTE + "/");
    return scope.identity() instanceof CloudIdentity.Ambient
        ? new ManagerCredentials(providerContext.gate(), scope, audience, providerContext.clock())
        : new KeyCredentials(providerContext.secrets(), scope, audience);
  }

  /** Forgets what is kept for a scope. */
  public void release(CloudScope scope) {
    clients.remove(scope);
  }
}
