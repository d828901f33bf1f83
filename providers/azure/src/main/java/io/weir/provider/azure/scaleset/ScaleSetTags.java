package io.weir.provider.azure.scaleset;

import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.azure.api.AzureMetadataKeys;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tags of a scale set. Azure allows no slash in a tag's name, so that the marks have another name
 * here than elsewhere.
 */
public final class ScaleSetTags {

  /** Tag: {@link PoolMarks#managementCluster}. */
  public static final String MANAGEMENT_CLUSTER = "weir.io_management-cluster";

  /** Tag: {@link PoolMarks#pool}. */
  public static final String POOL = "weir.io_pool";

  /** Tag: the fingerprint of the model. */
  public static final String MODEL = "weir.io_model";

  /** Tag: {@link ModelGenerations}. */
  public static final String GENERATIONS = "weir.io_model-generations";

  private ScaleSetTags() {}

  /**
   * The tags that a set should have.
   *
   * @param all proof of ownership included; without what tells of its model
   * @param additional those of them that people asked for
   */
  public record Desired(Map<String, String> all, Map<String, String> additional) {
    public Desired {
      all = Collections.unmodifiableMap(new TreeMap<>(all));
      additional = Collections.unmodifiableMap(new TreeMap<>(additional));
    }
  }

  /**
   * Those of a pool's set; people's own never hide ours.
   *
   * @param cluster name of the Cluster
   * @param name of the set
   */
  public static Desired of(
      String cluster, String name, PoolMarks marks, Map<String, String> additional) {
    var ours = byName(Map.of());
    ours.put(AzureMetadataKeys.NAME_TAG, name);
    ours.put(AzureMetadataKeys.KUBERNETES_CLUSTER_TAG_PREFIX + cluster, AzureMetadataKeys.OWNED);
    ours.put(AzureMetadataKeys.OWNED_TAG_PREFIX + cluster, AzureMetadataKeys.OWNED);
    ours.put(AzureMetadataKeys.ROLE_TAG, AzureMetadataKeys.NODE_ROLE);
    ours.putAll(ofMarks(marks));
    var theirs = new HashMap<>(additional);
    theirs.keySet().removeIf(ours::containsKey);
    var all = new HashMap<>(theirs);
    all.putAll(ours);
    return new Desired(all, theirs);
  }

  /**
   * Tags by name as Azure compares names: of those that differ in case only there is one, and it
   * may be spelt as whoever set it first has spelt it.
   */
  static NavigableMap<String, String> byName(Map<String, String> tags) {
    var byName = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    byName.putAll(tags);
    return byName;
  }

  /** The marks, as tags. */
  static Map<String, String> ofMarks(PoolMarks marks) {
    return Map.of(MANAGEMENT_CLUSTER, marks.managementCluster(), POOL, marks.pool());
  }

  /**
   * What the tags say of whose a set is.
   *
   * @param instances provider IDs of those that it has
   * @param areIdsGuessable whether these are numbered through
   */
  static OwnerMarks marks(
      String set,
      Map<String, String> tags,
      PoolIdentity pool,
      Set<String> instances,
      boolean areIdsGuessable) {
    return new OwnerMarks(
        set,
        tags.getOrDefault(MANAGEMENT_CLUSTER, ""),
        tags.getOrDefault(POOL, ""),
        isOfUpstream(tags, pool) ? Origin.UPSTREAM : Origin.UNKNOWN,
        instances,
        areIdsGuessable,
        "give it the tags " + new TreeMap<>(ofMarks(pool.claim().marks())));
  }

  /** Whether any of these names is that of a mark, ours or upstream's. */
  static boolean areMarks(Set<String> names) {
    return names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .anyMatch(
            name ->
                name.equals(MANAGEMENT_CLUSTER)
                    || name.equals(POOL)
                    || name.startsWith(AzureMetadataKeys.OWNED_TAG_PREFIX));
  }

  private static boolean isOfUpstream(Map<String, String> tags, PoolIdentity pool) {
    String owned = AzureMetadataKeys.OWNED_TAG_PREFIX + pool.clusterName();
    return !pool.clusterName().isEmpty()
        && AzureMetadataKeys.OWNED.equals(tags.get(owned))
        && !tags.containsKey(MANAGEMENT_CLUSTER)
        && !tags.containsKey(POOL);
  }
}
