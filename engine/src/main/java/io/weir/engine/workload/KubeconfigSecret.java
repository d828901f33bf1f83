package io.weir.engine.workload;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/** The Secret beside a Cluster that says how to reach its API server. */
public final class KubeconfigSecret {

  /** The key in its data. */
  public static final String VALUE = "value";

  private static final String SUFFIX = "-kubeconfig";

  private KubeconfigSecret() {}

  /** The Secret of a Cluster. */
  public static ObjectKey key(ObjectKey cluster) {
    return new ObjectKey(cluster.namespace(), cluster.name() + SUFFIX);
  }

  /** The Cluster whose Secret this is, by its name; none for other Secrets. */
  public static Set<ObjectKey> clusterKeys(ApiObject secret) {
    String name = secret.name();
    return name.endsWith(SUFFIX) && name.length() > SUFFIX.length()
        ? Set.of(
            new ObjectKey(secret.namespace(), name.substring(0, name.length() - SUFFIX.length())))
        : Set.of();
  }

  /** The kubeconfig in it; empty if there is none. */
  public static Optional<String> text(ApiObject secret) {
    String encoded = secret.at("/data/" + VALUE).asText("");
    return encoded.isEmpty()
        ? Optional.empty()
        : Optional.of(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
  }
}
