package io.weir.engine.pool;

import io.weir.api.EventReasons;
import io.weir.engine.pool.PoolDecision.Trouble;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What people must mend before a pool can go on. A pool that goes needs nothing mended. */
final class Troubles {

  private Troubles() {}

  static List<Trouble> of(PoolSnapshot pool) {
    var troubles = new ArrayList<Trouble>();
    if (pool.deleting()) {
      return troubles;
    }
    if (pool.workload() instanceof Workload.Absent absent) {
      troubles.add(new Trouble(EventReasons.CLUSTER_MISSING, noCluster(absent)));
    }
    if (pool.bootstrap() instanceof Bootstrap.Missing missing) {
      troubles.add(new Trouble(EventReasons.REFERENCE_UNUSABLE, config(missing)));
    }
    if (pool.infrastructure() instanceof Infrastructure.Missing missing) {
      troubles.add(new Trouble(EventReasons.REFERENCE_UNUSABLE, machines(missing)));
    }
    return troubles;
  }

  static String noCluster(Workload.Absent absent) {
    return absent.what() + ", named in spec.clusterName, does not exist: create it";
  }

  static String config(Bootstrap.Missing missing) {
    return named(missing.what(), "bootstrap.configRef", missing.problem());
  }

  static String machines(Infrastructure.Missing missing) {
    return named(missing.what(), "infrastructureRef", missing.problem());
  }

  /** What keeps machines from being made or replaced; what comes by itself at first is none. */
  static Optional<String> ofMachines(PoolSnapshot pool) {
    return switch (pool.infrastructure()) {
      case Infrastructure.Missing missing -> Optional.of(machines(missing));
      case Infrastructure.Present present ->
          present
              .words()
              .hindrance()
              .filter(why -> present.ready() || pool.before().provisioned() || why.serious())
              .map(Infrastructure.Hindrance::message);
    };
  }

  private static String named(String what, String field, String problem) {
    return "%s, named in spec.template.spec.%s, %s".formatted(what, field, problem);
  }
}
