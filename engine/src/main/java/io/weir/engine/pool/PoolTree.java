package io.weir.engine.pool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Edits a MachinePool besides its status. */
public final class PoolTree {

  private PoolTree() {}

  /** Everything that belongs on a pool that is looked after. */
  public static void hold(
      ObjectNode tree, PoolParts parts, Bootstrap bootstrap, Infrastructure infrastructure) {
    Metadata.addFinalizer(tree, Keys.MACHINE_POOL_FINALIZER);
    Metadata.label(tree, Keys.CLUSTER_NAME, parts.view().spec().clusterName());
    parts.cluster().ifPresent(cluster -> Metadata.own(tree, cluster));
    ObjectNode spec = tree.withObject("/spec");
    if (!spec.has("replicas")) {
      spec.put("replicas", Snapshots.desired(parts.pool()));
    }
    if (bootstrap instanceof Bootstrap.Ready ready
        && parts.template().bootstrap().configRef() != null) {
      spec.withObject("/template/spec/bootstrap").put("dataSecretName", ready.secretName());
    }
    members(spec, infrastructure);
  }

  /** The members as the provider lists them, as far as that can be relied on. */
  private static void members(ObjectNode spec, Infrastructure infrastructure) {
    if (!(infrastructure instanceof Infrastructure.Present present)) {
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
