package io.weir.provider.scaleway.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.provider.Members;
import io.weir.provider.Observation;
import io.weir.provider.Progress;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.HashMap;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass found out, as fields of the pool. spec.providerIDList names every node that has an
 * identity; status.replicas counts those of them that are not on their way out. No object is left
 * empty: the schema refuses that.
 *
 * @param pool the object
 * @param progress what was found out
 */
public record Reporter(ApiObject pool, Progress<Want, Seen> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public Report report() {
    var conditions = new PoolConditions(pool, progress);
    return switch (progress.seen()) {
      case Observation.Unknown<Seen> _ -> new Report(empty(), empty(), conditions.unseen());
      case Observation.ProvenAbsent<Seen> _ -> new Report(empty(), absent(), conditions.missing());
      case Observation.Seen<Seen> there ->
          there.observed().of(pool.key(), progress.notes()).stream()
              .findFirst()
              .map(made -> made(made, there.observed(), conditions))
              .orElseGet(() -> new Report(empty(), absent(), conditions.foreign(there.observed())));
    };
  }

  private Report made(KapsulePool made, Seen seen, PoolConditions conditions) {
    var members = new Members(seen.members(made));
    ObjectNode spec = empty();
    spec.set("providerIDList", members.providerIds());
    boolean leaving = progress.deleting() || made.leaving();
    ObjectNode status = empty().put("ready", !leaving).put("replicas", members.replicas());
    status.putObject("initialization").put("provisioned", true);
    var annotations = new HashMap<String, Optional<String>>();
    annotations.put(KapsuleStep.CREATING, Optional.empty());
    annotations.put(Seen.POOL_ID, Optional.of(made.id()));
    if (!(progress.resolution().orElse(null) instanceof Resolution.Resolved<Want> known)) {
      return new Report(
          spec,
          status,
          conditions.made(seen, made),
          annotations,
          OptionalInt.empty(),
          Optional.empty());
    }
    Want want = known.desired();
    boolean current =
        Upgrading.of(want, made, seen.cluster()) == Upgrading.DONE && !made.upgrading();
    // Kapsule does not tell the version of a node.
    annotations.put(Keys.UP_TO_DATE_REPLICAS, current ? Optional.empty() : Optional.of("0"));
    int size = want.external() ? members.replicas() : made.size();
    return new Report(
        spec,
        status,
        conditions.made(want, seen, made),
        annotations,
        want.size().isPresent() ? OptionalInt.empty() : OptionalInt.of(size),
        Optional.empty());
  }

  private static ObjectNode absent() {
    return empty().put("ready", false).put("replicas", 0);
  }

  private static ObjectNode empty() {
    return Json.MAPPER.createObjectNode();
  }
}
