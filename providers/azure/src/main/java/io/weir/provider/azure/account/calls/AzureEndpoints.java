package io.weir.provider.azure.account.calls;

import io.weir.provider.azure.account.AzureEnvironment;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where requests go: to the addresses of the cloud that the AzureCluster names, which is one of
 * three, or to those of the manager's settings. Nothing that a tenant writes becomes part of a
 * host.
 *
 * <p>Settings: {@code endpoint} (a URL instead of Azure Resource Manager's own) and {@code
 * authority-host} (instead of Microsoft Entra ID's), for all clouds. They begin with {@code
 * https://}, as tokens and secrets are sent there; on the manager's own machine, {@code http://}
 * will do.
 *
 * @param endpoint of Azure Resource Manager; empty for the cloud's own
 * @param authorityHost of Microsoft Entra ID; empty for the cloud's own
 */
record AzureEndpoints(Optional<URI> endpoint, Optional<URI> authorityHost) {

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  /**
   * Those of the manager's settings.
   *
   * @throws IllegalArgumentException if one is no such address
   */
  static AzureEndpoints of(Map<String, String> settings) {
    return new AzureEndpoints(address(settings, "endpoint"), address(settings, "authority-host"));
  }

  private static Optional<URI> address(Map<String, String> settings, String setting) {
    return Optional.ofNullable(settings.get(setting)).map(text -> checked(text, setting));
  }

  private static URI checked(String text, String setting) {
    URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    String host = uri.getHost();
    boolean whole =
        host != null
            && uri.getUserInfo() == null
            && uri.getQuery() == null
            && uri.getFragment() == null
            && uri.getRawPath().isEmpty();
    boolean secure = "https".equals(uri.getScheme());
    if (!whole || !(secure || ("http".equals(uri.getScheme()) && isThisMachine(host)))) {
      throw new IllegalArgumentException(
          "--set azure.%s: \"%s\" is no address; write one like https://management.azure.com"
              .formatted(setting, text));
    }
    return uri;
  }

  private static boolean isThisMachine(String host) {
    return THIS_MACHINE.contains(host.toLowerCase(Locale.ROOT));
  }

  /** Azure Resource Manager of a cloud. */
  URI resourceManager(AzureEnvironment environment) {
    return endpoint.orElse(environment.resourceManager());
  }

  /** Microsoft Entra ID of a cloud. */
  URI authorityHost(AzureEnvironment environment) {
    return authorityHost.orElse(environment.authorityHost());
  }
}
