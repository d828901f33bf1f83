package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.cache.Change;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UnidentifiedNodesTest {

  private static final Instant CREATED = Instant.parse("2026-05-01T10:00:00Z");
  private static final Instant LATER = CREATED.plusSeconds(120);

  private final UnidentifiedNodes nodes = new UnidentifiedNodes();

  private static ApiObject node(String name, String spec, String labels) {
    return new ApiObject(
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Node", "spec": %s,
             "metadata": {"name": "%s", "creationTimestamp": "%s", "labels": %s}}
            """
                .formatted(spec, name, CREATED, labels)));
  }

  private static ApiObject bare(String name) {
    return node(name, "{}", "{}");
  }

  private static ApiObject initializing(String name) {
    return node(
        name,
        "{\"taints\": [{\"key\": \"node.cloudprovider.kubernetes.io/uninitialized\"}]}",
        "{}");
  }

  @Test
  void countAtOnceIfNothingIsToIdentifyThem() {
    nodes.onChange(new Change.Added(bare("a")));
    nodes.onChange(new Change.Added(bare("b")));

    assertThat(nodes.countOverdue(CREATED)).isEqualTo(2);
  }

  @Test
  void countOnceACloudControllerTakesTooLong() {
    nodes.onChange(new Change.Added(initializing("a")));

    assertThat(nodes.countOverdue(LATER.minusNanos(1))).isZero();
    assertThat(nodes.countOverdue(LATER)).isEqualTo(1);
  }

  @Test
  void countNoMoreOnceTheyAreIdentifiedOrGone() {
    ApiObject identified = node("a", "{\"providerID\": \"aws:///x/i-1\"}", "{}");
    nodes.onChange(new Change.Added(initializing("a")));
    nodes.onChange(new Change.Added(initializing("b")));
    nodes.onChange(new Change.Updated(initializing("a"), identified));
    nodes.onChange(new Change.Deleted(initializing("b")));

    assertThat(nodes.countOverdue(LATER)).isZero();
  }

  @Test
  void countByWhatTheyAreNowHoweverOftenTheyChange() {
    nodes.onChange(new Change.Added(initializing("a")));
    nodes.onChange(new Change.Updated(initializing("a"), initializing("a")));
    nodes.onChange(new Change.Updated(initializing("a"), bare("a")));

    assertThat(nodes.countOverdue(CREATED)).isEqualTo(1);
  }

  @Test
  void ofTheControlPlaneAreNobodysMembers() {
    nodes.onChange(
        new Change.Added(node("cp", "{}", "{\"node-role.kubernetes.io/control-plane\": \"\"}")));

    assertThat(nodes.countOverdue(LATER)).isZero();
  }
}
