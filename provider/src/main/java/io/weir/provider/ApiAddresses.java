package io.weir.provider;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a cloud's API may be called. Tenants write Secrets, and an address in one would send the
 * manager wherever they like: into its own network, or to whoever answers without end. So a Secret
 * only chooses between the cloud's own address and those that the manager's settings name.
 *
 * <p>Settings: {@code endpoint} (instead of the cloud's own where a Secret names none) and {@code
 * endpoint-allow} (those that a Secret may name, separated by commas).
 */
public final class ApiAddresses {

  private static final String ENDPOINT = "endpoint";
  private static final String ALLOW = "endpoint-allow";
  private static final Pattern ADDRESS = Pattern.compile("https?://[^/@?#\\s,]+");

  private final String option;
  private final String standard;
  private final Set<String> allowed = new HashSet<>();

  private ApiAddresses(String option, String standard) {
    this.option = option;
    this.standard = standard;
  }

  /**
   * Those of a cloud.
   *
   * @param cloud its short name, which begins its settings
   * @param own the cloud's own address
   * @throws IllegalArgumentException if a setting is no address
   */
  public static ApiAddresses of(String cloud, String own, Map<String, String> settings) {
    return of(cloud, "", own, settings);
  }

  /**
   * Those of one of several APIs of a cloud.
   *
   * @param cloud its short name, which begins its settings
   * @param prefix with which the names of the settings begin that are of this API
   * @param own the cloud's own address of it
   * @throws IllegalArgumentException if a setting is no address
   */
  public static ApiAddresses of(
      String cloud, String prefix, String own, Map<String, String> settings) {
    String option = "--set %s.%s%s".formatted(cloud, prefix, ALLOW);
    var addresses = new ApiAddresses(option, settings.getOrDefault(prefix + ENDPOINT, own));
    addresses.allowed.add(own);
    addresses.allowed.add(addresses.standard);
    Arrays.stream(settings.getOrDefault(prefix + ALLOW, "").split(",", -1))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(text -> checked(text, option))
        .forEach(addresses.allowed::add);
    return addresses;
  }

  /** Where to call if nothing else is named. */
  public String standard() {
    return standard;
  }

  /** The address if it may be called; schemes and hosts are the same in capitals. */
  public Optional<String> admit(String address) {
    String text = address.toLowerCase(Locale.ROOT);
    return ADDRESS.matcher(text).matches() && allowed.contains(text)
        ? Optional.of(text)
        : Optional.empty();
  }

  /** The manager's option that allows others, for messages. */
  public String option() {
    return option;
  }

  private static String checked(String text, String option) {
    if (!ADDRESS.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is no address; write one like https://api.example.org"
              .formatted(option, text));
    }
    return text.toLowerCase(Locale.ROOT);
  }
}
