package io.weir.provider.oci.account;

import io.weir.provider.oci.api.OciKinds;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the manager was told of Oracle Cloud.
 *
 * <p>Settings: {@code auth-config-dir}, a directory of the manager's own credentials, one file for
 * each key, for clusters that name no identity; {@code region}, for clusters that name none; {@code
 * endpoint}, one address for all services; and an address for each {@link OciService}, such as
 * {@code containerengine-endpoint}.
 *
 * @param settings the settings by their names
 */
public record OciSettings(Map<String, String> settings) {

  public OciSettings {
    settings = Map.copyOf(settings);
  }

  /** The directory of the manager's own credentials; absent if it lends none. */
  public Optional<String> ownCredentials() {
    return text("auth-config-dir");
  }

  /** The region of clusters that name none. */
  public Optional<String> region() {
    return text("region");
  }

  /** Where a service is called, if not where Oracle has it. */
  public Optional<String> endpoint(OciService service) {
    return text(service.setting()).or(() -> text("endpoint"));
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
