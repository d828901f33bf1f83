package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.token.JoinToken;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.ObjectSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The join tokens that Weir has made for one Cluster, from memory. Tokens of others, and those that
 * another management cluster made in the same workload cluster, are not among them.
 */
public final class WorkloadTokens {

  private static final String BY_OWNER = "owner";

  /** No tokens known. */
  static final WorkloadTokens NONE = new WorkloadTokens(null, "");

  private final @Nullable ObjectCache cache;
  private final String clusterUid;

  private WorkloadTokens(@Nullable ObjectCache cache, String clusterUid) {
    this.cache = cache;
    this.clusterUid = clusterUid;
  }

  static WorkloadTokens of(ObjectCache cache, String clusterUid) {
    return new WorkloadTokens(
        cache.addIndex(BY_OWNER, secret -> Set.of(owner(secret.labels()))), clusterUid);
  }

  /** Selects the tokens of a Cluster object. */
  static ObjectSelector selector(String clusterUid) {
    return ObjectSelector.withLabelValue(BootstrapMetadataKeys.TOKEN_CLUSTER_UID, clusterUid);
  }

  /** The label that a token needs to be seen here. */
  public Map<String, String> clusterLabel() {
    return Map.of(BootstrapMetadataKeys.TOKEN_CLUSTER_UID, clusterUid);
  }

  /** The token's Secret. */
  public Optional<WorkloadToken> find(JoinToken token) {
    return Optional.ofNullable(cache)
        .flatMap(known -> known.get(new ObjectKey(TokenSecret.NAMESPACE, token.secretName())))
        .map(WorkloadToken::new);
  }

  /** All tokens that this owner hands out, in no order. */
  public List<WorkloadToken> byOwner(TokenOwner owner) {
    return cache == null
        ? List.of()
        : cache.byIndex(BY_OWNER, owner(owner.labels())).stream().map(WorkloadToken::new).toList();
  }

  /** All tokens, in no order. */
  public List<WorkloadToken> all() {
    return cache == null ? List.of() : cache.list().stream().map(WorkloadToken::new).toList();
  }

  private static String owner(Map<String, String> labels) {
    return labels.getOrDefault(BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE, "")
        + "/"
        + labels.getOrDefault(BootstrapMetadataKeys.TOKEN_OWNER_NAME, "");
  }

  /** Whose token a Secret is, as the labels tell it. */
  static String owner(ApiObject secret) {
    return owner(secret.labels());
  }
}
