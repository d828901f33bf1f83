package io.weir.engine.pool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Edits a MachinePool besides its status. */
public final class MachinePoolEdits {

  private MachinePoolEdits() {}

  /** Everything that belongs on a pool that is looked after. */
  public static void hold(
      ObjectNode tree,
      MachinePoolObjects parts,
      BootstrapState bootstrapState,
      InfrastructureState infrastructureState) {
    MetadataEdits.addFinalizer(tree, MetadataKeys.MACHINE_POOL_FINALIZER);
    MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, parts.view().spec().clusterName());
    parts.cluster().ifPresent(cluster -> MetadataEdits.addOwner(tree, cluster));
    ObjectNode spec = tree.withObject("/spec");
    if (!spec.has("replicas")) {
      spec.put("replicas", PoolSnapshotFactory.desiredReplicas(parts.pool()));
    }
    if (bootstrapState instanceof BootstrapState.Ready ready
        && parts.template().bootstrap().configRef() != null) {
      spec.withObject("/template/spec/bootstrap").put("dataSecretName", ready.secretName());
    }
    members(spec, infrastructureState);
  }

  /** The members as the provider lists them, as far as that can be relied on. */
  private static void members(ObjectNode spec, InfrastructureState infrastructureState) {
    if (!(infrastructureState instanceof InfrastructureState.Present present)) {
      return;
    }
    var before = new ArrayList<String>();
    spec.path("providerIDList").forEach(id -> before.add(id.asText()));
    List<String> members = present.members(before);
    if (members.isEmpty()) {
      spec.remove("providerIDList");
    } else {
      list(spec, members);
    }
  }

  /** Puts these members, and no others, on a pool that is going. */
  public static void remember(ObjectNode tree, Collection<String> members) {
    list(tree.withObject("/spec"), members);
  }

  private static void list(ObjectNode spec, Collection<String> members) {
    ArrayNode list = spec.putArray("providerIDList");
    members.forEach(list::add);
  }
}
