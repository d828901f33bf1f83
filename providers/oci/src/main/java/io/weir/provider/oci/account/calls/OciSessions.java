package io.weir.provider.oci.account.calls;

import io.weir.provider.CallCredentials;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.oci.account.OciService;
import io.weir.provider.oci.account.OciSettings;
import io.weir.provider.oci.account.calls.PrincipalLogin.Principal;
import io.weir.provider.oci.api.OciClusterIdentity;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of all kinds of Oracle Cloud in one manager. Oracle's library is loaded at the
 * first call.
 */
public final class OciSessions {
  private final ProviderContext providerContext;
  private final OciSettings settings;
  private final JsonHttpClient http;
  private final PrincipalLogin login;
  private final Map<CloudIdentity, CallCredentials<OciSigner>> credentials =
      new ConcurrentHashMap<>();

  /** Nothing is open yet. */
  public OciSessions(ProviderContext providerContext, OciSettings settings) {
    this.providerContext = providerContext;
    this.settings = settings;
    this.http = new JsonHttpClient(providerContext.gate());
    this.login = new PrincipalLogin(providerContext.gate(), settings);
  }

  /** The client of a scope whose identity was granted. */
  public OciClient clientFor(CloudScope cloudScope) {
    String region = cloudScope.region();
    var dialect =
        new OciDialect(path -> address(service(path), region), cloudScope.identity().toString());
    CallCredentials<OciSigner> own =
        credentials.computeIfAbsent(cloudScope.identity(), _ -> credentials(cloudScope));
    return new OciClient(new JsonApiClient<>(http, cloudScope, own, dialect), own);
  }

  private CallCredentials<OciSigner> credentials(CloudScope cloudScope) {
    if (cloudScope.identity().credentialsSecret().isPresent()) {
      var ofSecret = new SecretCredentials<>(providerContext.secrets(), cloudScope, ApiKey::of);
      return new ApiKeyCredentials(ofSecret::current);
    }
    if (cloudScope.identity() instanceof CloudIdentity.OfObject granted) {
      return switch (granted.principal()) {
        case OciClusterIdentity.INSTANCE_PRINCIPAL -> tokens(cloudScope, Principal.INSTANCE);
        case OciClusterIdentity.WORKLOAD -> tokens(cloudScope, Principal.WORKLOAD);
        default -> new ApiKeyCredentials(() -> notGranted(cloudScope));
      };
    }
    return settings
        .ownCredentials()
        .map(directory -> new KeyDirectory(Path.of(directory)))
        .<CallCredentials<OciSigner>>map(
            directory ->
                new OwnCredentials(
                    directory,
                    new ApiKeyCredentials(directory::read),
                    tokens(cloudScope, Principal.INSTANCE)))
        .orElseGet(() -> new ApiKeyCredentials(() -> notGranted(cloudScope)));
  }

  private PrincipalCredentials tokens(CloudScope cloudScope, Principal principal) {
    return new PrincipalCredentials(
        () -> login.request(cloudScope, principal), providerContext.clock());
  }

  private static ApiKey notGranted(CloudScope cloudScope) throws ProviderException {
    throw new ProviderException.Denied(
        "the identity of %s was not granted".formatted(cloudScope), null);
  }

  private static OciService service(String path) {
    if (path.startsWith("/20180222/")) {
      return OciService.CONTAINER_ENGINE;
    }
    return path.contains("Domains?") ? OciService.IDENTITY : OciService.CORE;
  }

  private String address(OciService service, String region) {
    return settings
        .endpoint(service)
        .orElseGet(() -> "https://" + service.host(region, OciRealm.domain(region)));
  }

  /** Forgets the credentials of a scope's identity, which are read again when it is used. */
  public void release(CloudScope cloudScope) {
    credentials.remove(cloudScope.identity());
  }
}
