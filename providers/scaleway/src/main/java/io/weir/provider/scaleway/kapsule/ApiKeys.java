package io.weir.provider.scaleway.kapsule;

import io.weir.api.ObjectKey;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
import io.weir.provider.Secrets;
import io.weir.provider.scaleway.api.ScalewayKeys;
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
    var found = secrets.find(secret);
    String secretKey = Secrets.entry(found, ScalewayKeys.SECRET_KEY);
    String url = Secrets.entry(found, ScalewayKeys.API_URL);
    if (secretKey.isEmpty()) {
      throw denied(found.isEmpty() ? "does not exist" : "has no " + ScalewayKeys.SECRET_KEY);
    }
    if (!url.isEmpty() && !url.matches("https?://[^/@\\s]+")) {
      throw denied("has an " + ScalewayKeys.API_URL + " that is not http(s)://host");
    }
    return new ApiKey(secretKey, url.isEmpty() ? standardUrl : url);
  }

  private ProviderException denied(String why) {
    return new ProviderException.Denied(
        "Secret %s %s: give it the cluster's API key".formatted(secret, why), null);
  }
}
