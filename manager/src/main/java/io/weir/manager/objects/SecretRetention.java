package io.weir.manager.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.TreeSize;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much of the Secrets that are watched stays in memory. Whoever may write Secrets in one
 * namespace decides how many there are and how large; so there is room for so much in all and for
 * half of it in one namespace. Of a Secret for which there is no room only its name stays, and a
 * digest by which a change shows: whoever needs it asks the API server. That costs requests, and
 * nothing else.
 */
public final class SecretRetention {

  private static final Logger LOG = LoggerFactory.getLogger(SecretRetention.class);

  /** The only entry of trimmed data; no Secret can have one of this name. */
  private static final String DIGEST = "/digest";

  private final long total;
  private final long largest;
  private final Map<ObjectKey, Long> kept = new HashMap<>();
  private final Map<String, Long> byNamespace = new HashMap<>();
  private final Set<String> told = new HashSet<>();
  private long used;

  /**
   * Room for Secrets.
   *
   * @param total bytes of all together
   * @param largest bytes of one
   */
  public SecretRetention(long total, long largest) {
    this.total = total;
    this.largest = largest;
  }

  /** Room for one Secret. */
  static ObjectNode keepUpTo(long largest, ObjectNode secret) {
    boolean named = !new ApiObject(secret).name().isEmpty();
    return named && TreeSize.of(secret) > largest ? trimmed(secret) : secret;
  }

  /** What stays of a Secret, in place of what stayed of it before. */
  public synchronized ObjectNode keep(ObjectNode secret) {
    ObjectKey key = new ApiObject(secret).key();
    if (key.name().isEmpty()) {
      return secret; // a bookmark or an error
    }
    release(key);
    long size = TreeSize.of(secret);
    boolean fits =
        size <= largest
            && used + size <= total
            && byNamespace.getOrDefault(key.namespace(), 0L) + size <= total / 2;
    if (!fits) {
      tell(key.namespace());
      return trimmed(secret);
    }
    kept.put(key, size);
    byNamespace.merge(key.namespace(), size, Long::sum);
    used += size;
    return secret;
  }

  /** The Secret is gone. */
  public synchronized void release(ObjectKey key) {
    Long size = kept.remove(key);
    if (size != null) {
      used -= size;
      byNamespace.computeIfPresent(
          key.namespace(), (_, sum) -> sum.equals(size) ? null : sum - size);
    }
  }

  private void tell(String namespace) {
    if (told.add(namespace)) {
      LOG.warn(
          "Secrets with the label {} take more than {} MiB, or half of that in one namespace: some"
              + " of namespace {} are read when they are needed, not kept; take the label from"
              + " Secrets that no Cluster needs, limit them by a ResourceQuota, or give the manager"
              + " a larger -Xmx",
          MetadataKeys.CLUSTER_NAME,
          total >> 20,
          namespace);
    }
  }

  /** Whether only the name of a Secret is in memory. */
  public static boolean isTrimmed(ApiObject secret) {
    return secret.at("/data").has(DIGEST);
  }

  /**
   * The whole of a Secret, from memory or from the API server.
   *
   * @param inMemory as a cache has it
   * @throws io.weir.kernel.kube.KubeException if it must be read and cannot be
   */
  public static Optional<ApiObject> whole(Optional<ApiObject> inMemory, KubeClient kube) {
    return inMemory.isPresent() && isTrimmed(inMemory.get())
        ? kube.get(GroupKind.SECRET, inMemory.get().key())
        : inMemory;
  }

  private static ObjectNode trimmed(ObjectNode secret) {
    var whole = new ApiObject(secret);
    ObjectNode left = Json.MAPPER.createObjectNode();
    left.put("apiVersion", "v1").put("kind", GroupKind.SECRET.kind());
    left.withObject("/metadata")
        .put("namespace", whole.namespace())
        .put("name", whole.name())
        .put("uid", whole.uid())
        .put("resourceVersion", whole.resourceVersion());
    whole
        .label(MetadataKeys.CLUSTER_NAME)
        .ifPresent(
            cluster -> left.withObject("/metadata/labels").put(MetadataKeys.CLUSTER_NAME, cluster));
    left.withObject("/data").put(DIGEST, digest(secret));
    return left;
  }

  private static String digest(ObjectNode secret) {
    ObjectNode content = secret.deepCopy();
    content.withObject("/metadata").remove("resourceVersion");
    return Digest.sha256(content.toString().getBytes(StandardCharsets.UTF_8));
  }
}
