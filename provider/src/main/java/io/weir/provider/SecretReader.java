package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads Secrets that hold credentials, by name. Cheap enough for every call: the manager watches
 * the Secrets that a {@link CloudIdentity.OfSecret identity of a pool} names. Whether a pool may
 * use one is decided by {@link PoolProvider#authorize}.
 */
@FunctionalInterface
public interface SecretReader {

  /**
   * The current Secret, if it exists. A deleted Secret is still returned while a pool that uses it
   * is being deleted, since both are often deleted together.
   *
   * @throws ProviderException.Transient if the API server could not be reached
   */
  Optional<ApiObject> find(ObjectKey key) throws ProviderException.Transient;

  /**
   * An entry of a Secret as text, without surrounding white space; empty if the Secret or the entry
   * does not exist.
   */
  static String entry(Optional<ApiObject> secret, String name) {
    byte[] bytes =
        Base64.getDecoder()
            .decode(secret.map(each -> each.at("/data/" + name).asText("")).orElse(""));
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }
}
