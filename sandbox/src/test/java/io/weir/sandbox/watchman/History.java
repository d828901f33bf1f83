package io.weir.sandbox.watchman;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState.Phase;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import io.weir.sandbox.watchman.HistoryEvent.CloudLeftovers;
import io.weir.sandbox.watchman.HistoryEvent.InstanceStep;
import io.weir.sandbox.watchman.HistoryEvent.LaunchToken;
import io.weir.sandbox.watchman.HistoryEvent.ManagerCall;
import io.weir.sandbox.watchman.HistoryEvent.ObjectGone;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import io.weir.sandbox.watchman.HistoryEvent.TimePassed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A made-up history of a place, of which each event comes a second after the one before. */
final class History {

  static final String PLACE = "here";
  static final String MANAGER = "host_1";
  static final String SERVICE = "autoscaling";
  static final String INSTANCE = "us-here-1a/i-1";

  private static final String LEASES = "leases.coordination.k8s.io";
  private static final ObjectKey LEASE = new ObjectKey("weir-system", PLACE);

  private final Property property;
  private final List<Violation> violations = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  History(Property property) {
    this.property = property;
  }

  /** What is broken by all of it, when nothing more comes. */
  List<Violation> violations() {
    add(new TimePassed(now));
    now = now.plus(Suspicions.PATIENCE).plusSeconds(1);
    add(new TimePassed(now));
    return violations;
  }

  /** What is broken so far. */
  List<Violation> violationsSoFar() {
    add(new TimePassed(now));
    return List.copyOf(violations);
  }

  private History add(HistoryEvent event) {
    property.take(event, violations::add);
    return this;
  }

  History after(Duration pause) {
    now = now.plus(pause);
    return this;
  }

  private Instant next() {
    now = now.plusSeconds(1);
    return now;
  }

  History write(String manager, String verb, String resource, ObjectKey object, String body) {
    return write(manager, verb, resource, object, body, 200);
  }

  History write(
      String manager, String verb, String resource, ObjectKey object, String body, int code) {
    Instant at = next();
    return add(
        new ApiWrite(
            at,
            at.plusMillis(10),
            manager.isEmpty() ? "alice" : "weir-manager",
            manager,
            verb,
            resource,
            object,
            code,
            body));
  }

  /** A manager takes the lease. */
  History takesLease(String manager) {
    return write(
        manager,
        "patch",
        LEASES,
        LEASE,
        "{\"spec\":{\"holderIdentity\":\"%s\",\"renewTime\":\"x\"}}".formatted(manager));
  }

  History renewsLease(String manager) {
    return write(manager, "patch", LEASES, LEASE, "{\"spec\":{\"renewTime\":\"x\"}}");
  }

  History givesLeaseBack(String manager) {
    return write(manager, "patch", LEASES, LEASE, "{\"spec\":{\"holderIdentity\":\"\"}}");
  }

  History patchesPool(String manager) {
    return write(manager, "patch", POOLS, POOL, "{\"status\":{\"replicas\":3}}");
  }

  static final String POOLS = "machinepools.cluster.x-k8s.io/status";
  static final ObjectKey POOL = new ObjectKey(PLACE, "workers");

  History callsCloud(String manager) {
    return add(new ManagerCall(next(), manager, "UpdateAutoScalingGroup"));
  }

  History cloudCall(String action, Map<String, String> parameters) {
    return cloudCall(action, parameters, "OK", true);
  }

  History cloudCall(String action, Map<String, String> parameters, String outcome, boolean wrote) {
    return add(
        new CloudCall(next(), PLACE, SERVICE, action, POOL.name(), parameters, outcome, wrote));
  }

  History instance(String id, Phase phase) {
    return add(new InstanceStep(next(), PLACE, id, POOL.name(), phase, phase == Phase.RUNNING));
  }

  History seen(String json) {
    return add(new ObjectSeen(next(), object(json)));
  }

  History gone(String json) {
    return add(new ObjectGone(next(), object(json)));
  }

  /** A Node of the instance. */
  History node(String uid) {
    return seen(
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"a","uid":"%s"},\
        "spec":{"providerID":"aws:///%s"}}
        """
            .formatted(uid, INSTANCE));
  }

  History deletesNode(String manager, String uid) {
    return write(
        manager,
        "delete",
        "nodes",
        new ObjectKey("", "a"),
        "{\"preconditions\":{\"uid\":\"%s\"}}".formatted(uid));
  }

  /** The MachinePool, which asks for so many and has come to them or not. */
  History pool(int replicas, boolean settled) {
    return seen(
        """
        {"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachinePool",\
        "metadata":{"namespace":"%s","name":"workers","uid":"m","generation":1},\
        "spec":{"replicas":%d},\
        "status":{"observedGeneration":1,"phase":"%s","readyReplicas":%d,"nodeRefs":[%s]}}
        """
            .formatted(
                PLACE,
                replicas,
                settled ? "Running" : "ScalingUp",
                replicas,
                String.join(",", Collections.nCopies(replicas, "{}"))));
  }

  /** A pool whose machines Weir replaces itself. */
  History poolRolledByWeir(int replicas, int surge) {
    return seen(
        """
        {"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachinePool",\
        "metadata":{"namespace":"%s","name":"workers","uid":"m","generation":1,\
        "annotations":{"weir.io/rollout-engine":"weir","weir.io/max-surge":"%d"}},\
        "spec":{"replicas":%d}}
        """
            .formatted(PLACE, surge, replicas));
  }

  /** AWS is asked to end an instance and to put another in its place. */
  History replaces(String instanceId) {
    return add(
        new CloudCall(
            next(),
            PLACE,
            SERVICE,
            "TerminateInstanceInAutoScalingGroup",
            instanceId,
            Map.of("ShouldDecrementDesiredCapacity", "false"),
            "OK",
            true));
  }

  History deletedPool() {
    return seen(
        """
        {"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachinePool",\
        "metadata":{"namespace":"%s","name":"workers","uid":"m",\
        "deletionTimestamp":"2026-01-01T00:00:00Z"},"spec":{"replicas":3}}
        """
            .formatted(PLACE));
  }

  static final String AWS_POOL =
      """
      {"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"AWSMachinePool",\
      "metadata":{"namespace":"here","name":"workers","uid":"w"},"spec":{"minSize":1,"maxSize":10}}
      """;

  History releases(String manager) {
    return write(
        manager,
        "patch",
        "awsmachinepools.infrastructure.cluster.x-k8s.io",
        POOL,
        "{\"metadata\":{\"finalizers\":null}}");
  }

  History left(String... names) {
    return add(new CloudLeftovers(next(), PLACE, POOL, List.of(names)));
  }

  /** What the next machine would join with; empty for nothing. */
  History launchesWith(String token) {
    return add(new LaunchToken(next(), PLACE, POOL.name(), token));
  }

  /** A join token of the cluster, valid for some time from now. */
  static String token(String id, Instant until) {
    return """
    {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"kube-system",\
    "name":"bootstrap-token-%s","uid":"t"},"data":{"expiration":"%s"}}
    """
        .formatted(
            id,
            Base64.getEncoder().encodeToString(until.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** The moment of the last event. */
  Instant now() {
    return now;
  }

  private static ApiObject object(String json) {
    try {
      return new ApiObject((ObjectNode) Json.MAPPER.readTree(json));
    } catch (JsonProcessingException mistake) {
      throw new IllegalArgumentException(json, mistake);
    }
  }
}
