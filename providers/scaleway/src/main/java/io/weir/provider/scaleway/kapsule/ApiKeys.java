package io.weir.provider.scaleway.kapsule;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import io.weir.provider.Secrets;
import io.weir.provider.scaleway.api.ScalewayKeys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The API key of a scope, from the Secret that its identity names; read again when refused. */
final class ApiKeys {
  private final Secrets secrets;
  private final ObjectKey secret;
  private final String standardUrl;
  private @Nullable ApiKey known;

  /** What a request carries, and where it goes. */
  record ApiKey(String secretKey, String url) {
    @Override
    public String toString() {
      return "ApiKey";
    }
  }

  ApiKeys(Secrets secrets, Scope scope, String standardUrl) {
    String[] parts = scope.identity().split("/", -1);
    this.secrets = secrets;
    this.secret = new ObjectKey(parts[1], parts[2]);
    this.standardUrl = standardUrl;
  }

  /**
   * The key to use.
   *
   * @throws ProviderException.Denied if the Secret holds none
   */
  synchronized ApiKey current() throws ProviderException {
    if (known == null) {
      known = read();
    }
    return known;
  }

  /** Another key than this one, which was refused; empty if the Secret still holds the same. */
  synchronized Optional<ApiKey> insteadOf(ApiKey refused) throws ProviderException {
    known = read();
    return Optional.of(known).filter(key -> !key.equals(refused));
  }

  private ApiKey read() throws ProviderException {
    ApiObject found =
        secrets
            .find(secret)
            .orElseThrow(() -> denied("does not exist; make it, with the cluster's API key"));
    String secretKey = entry(found, ScalewayKeys.SECRET_KEY);
    String url = entry(found, ScalewayKeys.API_URL);
    if (secretKey.isEmpty()) {
      throw denied("has no entry " + ScalewayKeys.SECRET_KEY);
    }
    try {
      URI to = URI.create(url.isEmpty() ? standardUrl : url);
      if (to.getHost() != null && to.getScheme().startsWith("http") && to.getUserInfo() == null) {
        return new ApiKey(secretKey, to.toString().replaceFirst("/+$", ""));
      }
    } catch (IllegalArgumentException _) {
      // Its text may be anything, so it is not repeated.
    }
    throw denied("has an entry " + ScalewayKeys.API_URL + " that is not a URL of http or https");
  }

  private ProviderException denied(String why) {
    return new ProviderException.Denied("Secret " + secret + " " + why, null);
  }

  private static String entry(ApiObject found, String name) {
    byte[] bytes = Base64.getDecoder().decode(found.at("/data/" + name).asText(""));
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }
}
