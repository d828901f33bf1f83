package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.oci.api.OciTags;

/**
 * The freeform tags that say whose a node pool is. Cluster API's own provider marks node pools with
 * their cluster only; Weir's tags are beside these, so that both know each other's pools.
 */
final class NodePoolMarks {

  private NodePoolMarks() {}

  /** The tags of a pool as they are, but with these marks. */
  static ObjectNode marked(NodePool made, PoolIdentity pool) {
    PoolMarks marks = pool.claim().marks();
    ObjectNode fields = Json.MAPPER.createObjectNode();
    ObjectNode tags = fields.putObject("freeformTags");
    if (made.settings().path("freeformTags") instanceof ObjectNode there) {
      tags.setAll(there);
    }
    tags.put(OciTags.MANAGEMENT_CLUSTER, marks.managementCluster());
    tags.put(OciTags.POOL, marks.pool());
    return fields;
  }

  /** Reads them. */
  static OwnerMarks read(NodePool made, PoolIdentity pool) {
    PoolMarks marks = pool.claim().marks();
    return new OwnerMarks(
        "node pool %s (%s)".formatted(made.name(), made.id()),
        made.tag(OciTags.MANAGEMENT_CLUSTER),
        made.tag(OciTags.POOL),
        made.tag(OciTags.CREATED_BY).equals(OciTags.PROVIDER) ? Origin.UPSTREAM : Origin.UNKNOWN,
        PoolMembers.of(made.nodes().stream().filter(OkeNode::isInstance).map(OkeNode::toInstance))
            .ids(),
        "give it the freeform tags %s=%s and %s=%s"
            .formatted(
                OciTags.MANAGEMENT_CLUSTER, marks.managementCluster(), OciTags.POOL, marks.pool()));
  }
}
