package io.weir.manager.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.ownership.OwnershipDecisions;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.provider.Ownership;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which management cluster this is, and what its administrators have decided about cloud objects
 * that carry the marks of others.
 */
public final class ManagementCluster implements AutoCloseable {

  private static final ObjectKey KUBE_SYSTEM = new ObjectKey("", "kube-system");
  private static final Duration NAMESPACES_LISTED = Duration.ofSeconds(5);

  private final KubeClient kube;
  private final ObjectCache namespaces;
  private final KubeCluster home;
  private final ObjectKey configMap;
  private final boolean ignored;
  private final ObjectCache configMaps;
  private volatile @Nullable String uid;
  private volatile ParsedDecisions parsed = new ParsedDecisions("", OwnershipDecisions.NONE);

  private record ParsedDecisions(String resourceVersion, OwnershipDecisions decisions) {}

  /**
   * Begins to watch the decisions.
   *
   * @param namespace the manager's own, which only administrators can write to
   * @param onlyNamespace the only namespace whose pools are looked after; empty for all. If it is
   *     the manager's own, whoever edits these pools writes there, and nothing counts as decided
   */
  public ManagementCluster(KubeCluster management, String namespace, String onlyNamespace) {
    this.ignored = namespace.equals(onlyNamespace);
    this.kube = management.client();
    this.namespaces = management.cache(BuiltInKinds.NAMESPACE);
    this.home = management.inNamespace(namespace);
    this.configMap = new ObjectKey(namespace, Ownership.DECISIONS);
    this.configMaps = home.cache(BuiltInKinds.CONFIG_MAP, ObjectSelector.byName(configMap));
  }

  /**
   * UID of the Namespace kube-system, which every cluster has and no other one gets, by moving or
   * restoring objects. Read once.
   *
   * @throws KubeException if it cannot be read
   */
  public String uid() {
    String known = uid;
    return known == null ? readUid() : known;
  }

  /** Those who come meanwhile wait for the one who reads. */
  private synchronized String readUid() {
    String known = uid;
    if (known == null) {
      known = kubeSystem().uid();
      uid = known;
    }
    return known;
  }

  /** Namespaces are watched anyway where identities admit them; whoever is refused that asks. */
  private ApiObject kubeSystem() {
    try {
      if (namespaces.awaitSynced(NAMESPACES_LISTED)) {
        return namespaces.get(KUBE_SYSTEM).orElseThrow();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    return kube.get(BuiltInKinds.NAMESPACE, KUBE_SYSTEM).orElseThrow();
  }

  /**
   * Why it is not known what was decided; empty if it is.
   *
   * @param patient whether also to say so before the first list has come
   */
  public Optional<String> unreadDecisions(boolean patient) {
    if (ignored || configMaps.isSynced()) {
      return Optional.empty();
    }
    String trouble = home.informers().problems().getOrDefault(BuiltInKinds.CONFIG_MAP, "");
    return trouble.isEmpty() && !patient
        ? Optional.empty()
        : Optional.of(
            "ConfigMap %s, in which administrators may have decided otherwise, %s"
                .formatted(
                    configMap,
                    trouble.isEmpty()
                        ? "is not read yet"
                        : "cannot be read (%s): run weir install".formatted(trouble)));
  }

  /** The ConfigMap with the decisions, to be watched by those whom they concern. */
  public ObjectCache decisionObjects() {
    return configMaps;
  }

  /** What was decided; nothing until it has been read. */
  public OwnershipDecisions ownershipDecisions() {
    if (ignored) {
      return OwnershipDecisions.NONE;
    }
    Optional<ApiObject> found = configMaps.get(configMap);
    String version = found.map(ApiObject::resourceVersion).orElse("");
    ParsedDecisions last = parsed;
    if (!last.resourceVersion().equals(version)) {
      last = parse(version, found.map(ManagementCluster::data).orElse(Map.of()));
      parsed = last;
    }
    return last.decisions();
  }

  /** What of the ConfigMap cannot be followed, for people. */
  public List<String> decisionProblems() {
    return ignored && configMaps.get(configMap).isPresent()
        ? List.of(
            "nothing here counts, as whoever edits the pools of namespace %s may write it: give the manager a namespace of its own with --lease-namespace"
                .formatted(configMap.namespace()))
        : ownershipDecisions().problems();
  }

  private ParsedDecisions parse(String version, Map<String, String> data) {
    return new ParsedDecisions(version, OwnershipDecisions.parse(data, uid()));
  }

  private static Map<String, String> data(ApiObject configMap) {
    var data = new HashMap<String, String>();
    for (Map.Entry<String, JsonNode> entry : configMap.at("/data").properties()) {
      data.put(entry.getKey(), entry.getValue().asText());
    }
    return data;
  }

  @Override
  public void close() {
    home.close();
  }
}
