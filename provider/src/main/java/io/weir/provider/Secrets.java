package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads Secrets that hold credentials, by name. Cheap enough for every call: the manager watches
 * those that a {@link Scope#secret scope of a pool} names. Whether a pool may use one is decided by
 * {@link Scope#identityNamespace}.
 */
@FunctionalInterface
public interface Secrets {

  /**
   * The Secret as it is now, if it exists. One that is gone is still found while a pool of it is
   * being deleted, for both often go together.
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
