package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.DesiredState;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.managed.KubernetesUpgrade;
import io.weir.provider.managed.VersionSkewPolicy;
import io.weir.provider.oci.nodepool.NodeImages.Architecture;
import io.weir.provider.oci.wire.WireFields;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a node pool should be. The objects hold fields by their names on the wire, and only those
 * that the spec says something of: the rest is OKE's choice. They are not to be changed.
 *
 * @param creation fields that only a creation has
 * @param settings fields of the pool
 * @param nodeConfig fields of its {@code nodeConfigDetails}, the size apart
 * @param size how many nodes; empty if that is decided elsewhere
 * @param initialSize how many nodes at first
 * @param version the version of its nodes
 * @param imageNote the note of the image, if Weir has chosen it
 * @param remarks fields that have no effect, and why
 */
public record DesiredNodePool(
    ObjectNode creation,
    ObjectNode settings,
    ObjectNode nodeConfig,
    OptionalInt size,
    int initialSize,
    KubernetesVersion version,
    Optional<String> imageNote,
    List<String> remarks)
    implements DesiredState {
  static final String CONFIG = "nodeConfigDetails";
  static final String CYCLING = "nodePoolCyclingDetails";
  static final String PLACEMENT = "placementConfigs";
  private static final String VERSION = "kubernetesVersion";
  private static final String SOURCE = "nodeSourceDetails";
  private static final VersionSkewPolicy SKEW = new VersionSkewPolicy(false, 3, Integer.MAX_VALUE);

  /** What OKE replaces nodes for while a pool cycles. */
  private static final Set<String> CYCLED =
      Set.of(
          VERSION,
          SOURCE,
          "nodeShape",
          "nodeShapeConfig",
          "nodeMetadata",
          "sshPublicKey",
          "initialNodeLabels");

  private static final Set<String> CYCLED_CONFIG =
      Set.of("nsgIds", "kmsKeyId", "isPvEncryptionInTransitEnabled");

  public DesiredNodePool {
    remarks = List.copyOf(remarks);
  }

  /** What a creation asks for. */
  ObjectNode creationFields() {
    ObjectNode fields = creation.deepCopy().setAll(settings.deepCopy());
    fields.set(CONFIG, nodeConfig.deepCopy().put("size", initialSize));
    return fields;
  }

  /**
   * The fields that a pool has otherwise, the size apart, in the form of an update: what it leaves
   * out, OKE leaves as it is. Version and image stay while the cluster must be upgraded first.
   */
  ObjectNode changes(NodePool pool, OkeCluster cluster) {
    ObjectNode wanted = settings.deepCopy();
    boolean held = upgrade(pool, cluster).state() != KubernetesUpgrade.UpgradeState.DONE;
    if (held && !upgrade(pool, cluster).isDue()) {
      wanted.remove(List.of(VERSION, SOURCE));
    } else if (keepsImage(pool)) {
      wanted.withObject("/" + SOURCE).put("imageId", pool.imageId());
    }
    ObjectNode fields = WireFields.differing(wanted, pool.settings());
    ObjectNode config = WireFields.differing(nodeConfig, pool.nodeConfig());
    if (!config.isEmpty()) {
      fields.set(CONFIG, config);
    }
    return fields;
  }

  /** What OKE offers first changes; nodes of the wanted version need no newer image. */
  private boolean keepsImage(NodePool pool) {
    return imageNote.isPresent()
        && !pool.imageId().isEmpty()
        && isOfVersion(pool.version())
        && Architecture.ofShape(pool.shape()) == Architecture.ofShape(shape());
  }

  private String shape() {
    return settings.path("nodeShape").asText("");
  }

  /** The note of the image that a pool has, if Weir has chosen it and it is the wanted one. */
  Optional<String> noteOf(NodePool pool) {
    return keepsImage(pool)
        ? Optional.of(
            NodePoolNotes.image(
                settings.path(VERSION).asText(), Architecture.ofShape(shape()), pool.imageId()))
        : imageNote;
  }

  /** Where its version stands. */
  KubernetesUpgrade upgrade(NodePool pool, OkeCluster cluster) {
    return new KubernetesUpgrade(
        pool.name(),
        Optional.of(version),
        pool.version(),
        cluster.version(),
        pool.state().equals(NodePool.UPDATING),
        Optional.empty(),
        SKEW);
  }

  /** Whether a node's version is the wanted one. */
  boolean isOfVersion(String other) {
    return KubernetesVersion.of(other).filter(is -> is.compare(version) == 0).isPresent();
  }

  /** Whether OKE is to replace nodes that differ. */
  boolean cycles() {
    return settings.path(CYCLING).path("isNodeCyclingEnabled").asBoolean(false);
  }

  /** Whether nodes are replaced for one of these fields where the pool cycles. */
  static boolean isCycledFor(ObjectNode fields) {
    return CYCLED.stream().anyMatch(fields::has)
        || CYCLED_CONFIG.stream().anyMatch(fields.path(CONFIG)::has);
  }

  /** The same without what nodes are replaced for where the pool cycles. */
  static ObjectNode withoutCycled(ObjectNode fields) {
    ObjectNode rest = fields.deepCopy();
    rest.remove(CYCLED);
    if (rest.path(CONFIG) instanceof ObjectNode config && config.remove(CYCLED_CONFIG).isEmpty()) {
      rest.remove(CONFIG);
    }
    return rest;
  }
}
