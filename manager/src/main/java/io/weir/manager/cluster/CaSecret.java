package io.weir.manager.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.manager.objects.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The Secret beside a Cluster with the certificates that sign its API server's; pure. */
public final class CaSecret {

  /** The key in its data that holds the certificates. */
  public static final String CERTIFICATES = "tls.crt";

  private CaSecret() {}

  /** Its name. */
  public static String name(String cluster) {
    return cluster + "-ca";
  }

  /** The Secret of a Cluster. */
  public static ObjectKey of(ObjectKey cluster) {
    return new ObjectKey(cluster.namespace(), name(cluster.name()));
  }

  /** A new one, without the key, which nothing that Weir does needs. */
  static ObjectNode tree(ApiObject cluster, String pem) {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret").put("type", Keys.CLUSTER_SECRET_TYPE);
    secret
        .withObject("/metadata")
        .put("namespace", cluster.namespace())
        .put("name", name(cluster.name()));
    Metadata.label(secret, Keys.CLUSTER_NAME, cluster.name());
    Metadata.own(secret, cluster);
    secret
        .withObject("/data")
        .put(
            CERTIFICATES,
            Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
    return secret;
  }
}
