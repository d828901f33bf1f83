package io.weir.manager.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditLine;
import io.weir.engine.drain.DrainPod;
import io.weir.engine.drain.DrainRules;
import io.weir.kernel.kube.KubeException;
import io.weir.provider.PoolNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An API server that is after the log of those who drain its Nodes. */
class DrainAuditTest {

  private static final DrainingPool POOL =
      new DrainingPool(
          new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool"),
          new ObjectKey("default", "workers"),
          "pool-uid",
          new ObjectKey("default", "demo"));

  private final List<AuditEvent> told = new ArrayList<>();
  private final AtomicInteger count = new AtomicInteger();
  private final DrainAudit audit = audit("uid-1");

  private DrainAudit audit(String nodeUid) {
    var node =
        new PoolNode(
            "node-1", nodeUid, "", Map.of(), Optional.empty(), "", false, List.of(), Map.of());
    return new DrainAudit(told::add, POOL, node, count);
  }

  private static DrainPod pod(int number) {
    var tree = Json.MAPPER.createObjectNode();
    tree.putObject("metadata")
        .put("namespace", "default")
        .put("name", "pod-" + number)
        .put("uid", "uid-" + number);
    return DrainPod.of(new ApiObject(tree), DrainRules.NONE, _ -> Map.of()).orElseThrow();
  }

  @Test
  void aRefusalInOtherWordsIsNotToldAgain() {
    for (int i = 0; i < 100; i++) {
      audit.refused(pod(1), KubeException.Forbidden.class, "no, number " + i);
    }

    assertThat(told).hasSize(1);
  }

  @Test
  void aPodThatTheServerFailsToEvictEachTimeIsToldOnceAndAskedForAfterTheOthers() {
    for (int i = 0; i < 100; i++) {
      audit.unclear(pod(1), KubeException.Unavailable.class);
    }

    assertThat(told)
        .singleElement()
        .extracting(AuditLine::of)
        .asString()
        .startsWith("event=PodEvicted ")
        .endsWith("outcome=unclear");
    assertThat(audit.isRefused(pod(1))).isTrue();
  }

  @Test
  void ofPodsWithoutAnEndAThousandEventsAreToldAndThatOthersAreLeftOut() {
    for (int i = 0; i < 3_000; i++) {
      audit.evicted(pod(i), true);
    }
    // Another Node for the same instance, as a server may say any number of times.
    audit("uid-2").evicted(pod(1), true);

    assertThat(told).hasSize(1_001);
    assertThat(AuditLine.of(told.getLast()))
        .isEqualTo(
            "event=DrainEventsLeftOut kind=Node name=node-1 uid=uid-1 cluster=default/demo"
                + " pool=default/workers told=1000");
  }
}
