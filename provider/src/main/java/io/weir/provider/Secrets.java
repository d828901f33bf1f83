package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads Secrets that hold credentials, by name and at the moment of the call: they are in no cache.
 * Whether a pool may use one is decided by {@link Scope#identityNamespace}.
 */
@FunctionalInterface
public interface Secrets {

  /**
   * The Secret, if it exists.
   *
   * @throws ProviderException.Transient if the API server could not be asked
   */
  Optional<ApiObject> find(ObjectKey key) throws ProviderException.Transient;

  /**
   * An entry of a Secret as text, without white space around it; empty if there is no Secret, or
   * none of that name in it.
   */
  static String entry(Optional<ApiObject> secret, String name) {
    byte[] bytes =
        Base64.getDecoder()
            .decode(secret.map(each -> each.at("/data/" + name).asText("")).orElse(""));
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }
}
