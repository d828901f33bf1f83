package io.weir.provider.oci.account;

import io.weir.provider.oci.api.OciKinds;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the manager was told of Oracle Cloud.
 *
 * <p>Settings: {@code auth-config-dir}, a directory of the manager's own credentials, one file for
 * each key, for clusters that name no identity; {@code region}, for clusters that name none; {@code
 * endpoint}, one address for all services; and an address for each {@link OciService}, such as
 * {@code containerengine-endpoint}; {@code private-endpoints}, {@code true} for a manager that
 * reaches clusters of OKE by their private addresses also where they have public ones. For the
 * principals of the manager itself: {@code metadata-endpoint} and {@code auth-endpoint}, where the
 * metadata service of its instance and the service for tokens are, and {@code
 * service-account-token-file}, if they are not where Oracle and Kubernetes have them.
 *
 * @param settings the settings by their names
 */
public record OciSettings(Map<String, String> settings) {

  private static final String DIRECTORY = "auth-config-dir";

  public OciSettings {
    settings = Map.copyOf(settings);
  }

  /**
   * What the manager was told, the directory also by the environment, as upstream's provider is.
   *
   * @param environment that of the process
   */
  public static OciSettings of(Map<String, String> settings, Map<String, String> environment) {
    var all = new HashMap<>(settings);
    String directory = environment.get("AUTH_CONFIG_DIR");
    if (directory != null) {
      String _ = all.putIfAbsent(DIRECTORY, directory);
    }
    return new OciSettings(all);
  }

  /** The directory of the manager's own credentials; absent if it lends none. */
  public Optional<String> ownCredentials() {
    return text(DIRECTORY);
  }

  /** The region of clusters that name none. */
  public Optional<String> region() {
    return text("region");
  }

  /** Where a service is called, if not where Oracle has it. */
  public Optional<String> endpoint(OciService service) {
    return text(service.setting()).or(() -> text("endpoint"));
  }

  /** Whether clusters of OKE are reached by their private addresses whatever others they have. */
  public boolean hasPrivateEndpoints() {
    return text("private-endpoints").filter("true"::equals).isPresent();
  }

  /** Where the metadata service is called, such as {@code http://169.254.169.254/opc/v2}. */
  public Optional<String> metadataEndpoint() {
    return text("metadata-endpoint");
  }

  /** Where instances ask for tokens, if not in their own region. */
  public Optional<String> authEndpoint() {
    return text("auth-endpoint");
  }

  /** The file with the token of the manager's ServiceAccount, if not the usual one. */
  public Optional<String> serviceAccountTokenFile() {
    return text("service-account-token-file");
  }

  /** The option that sets the address of a service, for messages. */
  public static String option(OciService service) {
    return "--set %s.%s".formatted(OciKinds.CLOUD, service.setting());
  }

  private Optional<String> text(String name) {
    return Optional.of(Objects.requireNonNullElse(settings.get(name), ""))
        .filter(text -> !text.isEmpty());
  }
}
