package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.kernel.cache.Change;
import io.weir.manager.objects.SecretRetention;
import io.weir.provider.BootstrapData;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** What is read of a Secret with bootstrap data, and which changes of one matter; pure. */
final class BootstrapDataReader {

  private BootstrapDataReader() {}

  /** The data, and what its maker tells of it; empty while there is none. */
  static Optional<BootstrapData> read(ApiObject secret) {
    String value = secret.at("/data/value").asText("");
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BootstrapData(
                secret.key().toString(),
                format(secret),
                value,
                secret.annotation(BootstrapMetadataKeys.INPUTS_DIGEST).orElse(""),
                secret.annotation(BootstrapMetadataKeys.KUBERNETES_VERSION).orElse("")));
  }

  /**
   * Whether a pool would read anything else now. Compared is all that is read, annotations too:
   * data for another version of Kubernetes may be the same to the letter, and say so there only.
   */
  static boolean isRelevant(Change change) {
    return switch (change) {
      case Change.Added _, Change.Deleted _ -> true;
      case Change.Updated(ApiObject old, ApiObject now) ->
          SecretRetention.isTrimmed(old)
              || SecretRetention.isTrimmed(now)
              || !read(old).equals(read(now));
    };
  }

  private static String format(ApiObject secret) {
    String encoded = secret.at("/data/format").asText("");
    String format = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    return format.isEmpty() ? "cloud-config" : format;
  }
}
