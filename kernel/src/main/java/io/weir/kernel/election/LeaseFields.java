package io.weir.kernel.election;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The fields of a Lease. */
final class LeaseFields {

  /** The MicroTime of Kubernetes: always six digits. */
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private LeaseFields() {}

  static String holder(ApiObject lease) {
    return lease.spec().path("holderIdentity").asText("");
  }

  /** A Lease that does not exist yet, held by us. */
  static ObjectNode newLease(LeaseSettings settings, Instant now) {
    ObjectNode lease =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "coordination.k8s.io/v1")
            .put("kind", "Lease");
    lease
        .withObject("/metadata")
        .put("namespace", settings.lease().namespace())
        .put("name", settings.lease().name());
    takeOver(lease, settings, now);
    lease.withObject("/spec").put("leaseTransitions", 0);
    return lease;
  }

  /** Takes the lease over from whoever had it. */
  static void takeOver(ObjectNode lease, LeaseSettings settings, Instant now) {
    ObjectNode spec = lease.withObject("/spec");
    spec.put("holderIdentity", settings.identity());
    spec.put("leaseDurationSeconds", Math.max(1, settings.leaseDuration().toSeconds()));
    spec.put("acquireTime", MICRO_TIME.format(now));
    spec.put("renewTime", MICRO_TIME.format(now));
    spec.put("leaseTransitions", spec.path("leaseTransitions").asInt(0) + 1);
  }

  static void renew(ObjectNode lease, Instant now) {
    lease.withObject("/spec").put("renewTime", MICRO_TIME.format(now));
  }

  /** Nobody holds it: whoever looks next may take it. */
  static void release(ObjectNode lease, Instant now) {
    ObjectNode spec = lease.withObject("/spec");
    spec.put("holderIdentity", "");
    spec.put("leaseDurationSeconds", 1);
    spec.put("renewTime", MICRO_TIME.format(now));
  }
}
