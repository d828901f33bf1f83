package io.weir.clouds.node.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The Lease by which a node shows that it lives. */
final class NodeLease {
  private static final String LEASES =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final ApiClient client;
  private final String nodeName;
  private final int seconds;
  private @Nullable ObjectNode last;

  NodeLease(ApiClient client, String nodeName, Duration interval) {
    this.client = client;
    this.nodeName = nodeName;
    this.seconds = (int) Math.max(1, interval.multipliedBy(4).toSeconds());
  }

  /** Renews the Lease, or creates it where there is none and the Node exists. */
  void renew(Instant now) throws IOException, ApiException, InterruptedException {
    ObjectNode known = last;
    if (known == null) {
      last = findOrCreate(now);
      return;
    }
    try {
      last = (ObjectNode) client.replace(LEASES + "/" + nodeName, renewed(known, now));
    } catch (ApiException e) {
      // Changed or gone since: start from what is there now.
      last = null;
      if (!e.isConflict() && !e.isNotFound()) {
        throw e;
      }
      last = findOrCreate(now);
    }
  }

  private ObjectNode findOrCreate(Instant now)
      throws IOException, ApiException, InterruptedException {
    JsonNode found;
    try {
      found = client.get(LEASES + "/" + nodeName);
    } catch (ApiException e) {
      if (!e.isNotFound()) {
        throw e;
      }
      return (ObjectNode) client.create(LEASES, fresh(now));
    }
    return (ObjectNode) client.replace(LEASES + "/" + nodeName, renewed((ObjectNode) found, now));
  }

  private ObjectNode fresh(Instant now) throws IOException, ApiException, InterruptedException {
    JsonNode node = client.get("/api/v1/nodes/" + nodeName);
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    ObjectNode metadata = lease.putObject("metadata");
    metadata.put("name", nodeName).put("namespace", "kube-node-lease");
    // Owned by the Node, so that it goes when the Node goes.
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "v1")
        .put("kind", "Node")
        .put("name", nodeName)
        .put("uid", node.path("metadata").path("uid").asText(""));
    return renewed(lease, now);
  }

  private ObjectNode renewed(ObjectNode lease, Instant now) {
    ObjectNode copy = lease.deepCopy();
    copy.withObject("/spec")
        .put("holderIdentity", nodeName)
        .put("leaseDurationSeconds", seconds)
        .put("renewTime", MICRO_TIME.format(now));
    return copy;
  }
}
