package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.SecretDisclosure;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ReferencedSecrets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads values of Secrets that data is made from. Throws KubeException.
 *
 * @param secrets the Secrets
 * @param clusters the Clusters, some of whose Secrets are not given to machines
 */
public record SecretContents(ReferencedSecrets secrets, ObjectCache clusters) {

  /** The API server takes 1 MiB in a Secret, and the data is to go into one. */
  private static final int LARGEST_CONTENTS = 1 << 20;

  /** A value of a Secret; empty if there is none. */
  public Optional<byte[]> value(ObjectKey secret, String key) {
    return secrets.find(secret).flatMap(found -> bytes(found, key));
  }

  /**
   * What a config names, as far as it exists.
   *
   * @param keys what it names
   * @param fieldOf where it names it
   * @throws BootstrapDataException if it is too long, or something that machines are not given
   */
  public Map<SecretSource.SecretKeyReference, byte[]> read(
      ApiObject config,
      Set<SecretSource.SecretKeyReference> keys,
      Function<SecretSource.SecretKeyReference, String> fieldOf) {
    var contents = new HashMap<SecretSource.SecretKeyReference, byte[]>();
    for (SecretSource.SecretKeyReference reference : keys) {
      secrets
          .find(new ObjectKey(config.namespace(), reference.name()))
          .flatMap(secret -> disclosed(secret, reference, fieldOf))
          .ifPresent(bytes -> contents.put(reference, bytes));
      if (contents.values().stream().mapToLong(bytes -> bytes.length).sum() > LARGEST_CONTENTS) {
        throw BootstrapDataException.invalid(
            fieldOf.apply(reference),
            "the Secrets up to here hold more than %d bytes together, which no Secret could hold; make them smaller, or have the machine fetch them"
                .formatted(LARGEST_CONTENTS));
      }
    }
    return contents;
  }

  private Optional<byte[]> disclosed(
      ApiObject secret,
      SecretSource.SecretKeyReference reference,
      Function<SecretSource.SecretKeyReference, String> fieldOf) {
    Optional<String> refusal =
        SecretDisclosure.refusal(
            secret, reference.key(), cluster -> clusters.get(cluster).isPresent());
    if (refusal.isPresent()) {
      throw BootstrapDataException.invalid(fieldOf.apply(reference), refusal.get());
    }
    return bytes(secret, reference.key());
  }

  private static Optional<byte[]> bytes(ApiObject secret, String key) {
    return secret.at("/data").has(key)
        ? Optional.of(Base64.getDecoder().decode(secret.at("/data").path(key).asText()))
        : Optional.empty();
  }
}
