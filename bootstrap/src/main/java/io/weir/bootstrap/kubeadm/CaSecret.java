package io.weir.bootstrap.kubeadm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapDataException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

/** The Secret beside a Cluster with the certificates that sign its API server's; pure. */
public final class CaSecret {

  /** The key in its data that holds the certificates. */
  public static final String CERTIFICATES = "tls.crt";

  /** The key that holds the CA's key, in Secrets of those who sign with it. */
  private static final String KEY = "tls.key";

  private CaSecret() {}

  /** Its name. */
  public static String name(String cluster) {
    return cluster + "-ca";
  }

  /** The Secret of a Cluster. */
  public static ObjectKey key(ObjectKey cluster) {
    return new ObjectKey(cluster.namespace(), name(cluster.name()));
  }

  /** A new one, without the key, which nothing that Weir does needs. */
  public static ObjectNode newSecret(ApiObject cluster, String pem) {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret
        .put("apiVersion", "v1")
        .put("kind", "Secret")
        .put("type", MetadataKeys.CLUSTER_SECRET_TYPE);
    secret
        .withObject("/metadata")
        .put("namespace", cluster.namespace())
        .put("name", name(cluster.name()));
    MetadataEdits.setLabel(secret, MetadataKeys.CLUSTER_NAME, cluster.name());
    MetadataEdits.addOwner(secret, cluster);
    putCertificates(secret, pem);
    return secret;
  }

  /** Puts other certificates into one of ours. */
  public static void putCertificates(ObjectNode tree, String pem) {
    byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
    tree.withObject("/data").put(CERTIFICATES, Base64.getEncoder().encodeToString(bytes));
    MetadataEdits.setAnnotation(tree, MetadataKeys.AUTHORITY_DIGEST, Digest.of(bytes));
  }

  /** Whether Weir made it for this Cluster, and nobody has put anything else there since. */
  public static boolean isOurs(ApiObject secret, ApiObject cluster) {
    boolean owned =
        secret.ownerReferences().stream().anyMatch(owner -> owner.uid().equals(cluster.uid()));
    boolean untouched =
        secret
            .annotation(MetadataKeys.AUTHORITY_DIGEST)
            .map(digest -> digest.equals(Digest.of(bytes(secret))))
            .orElse(true);
    return owned && untouched && secret.controller().isEmpty() && !secret.at("/data").has(KEY);
  }

  /** Whether it holds these certificates, and no others. */
  public static boolean hasExactly(ApiObject secret, String pem) {
    return text(secret).strip().equals(pem.strip());
  }

  /** Whether a machine that trusts what it holds trusts at least one of these. */
  public static boolean hasAnyOf(ApiObject secret, String pem) {
    return !Collections.disjoint(pins(text(secret)), pins(pem));
  }

  private static List<String> pins(String pem) {
    try {
      return CaCertificates.hashes(pem);
    } catch (BootstrapDataException _) {
      return List.of(); // nothing there that could be trusted
    }
  }

  private static String text(ApiObject secret) {
    return new String(bytes(secret), StandardCharsets.US_ASCII);
  }

  private static byte[] bytes(ApiObject secret) {
    return Base64.getDecoder().decode(secret.at("/data").path(CERTIFICATES).asText(""));
  }
}
