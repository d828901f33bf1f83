package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The pool is MachinePool workers of Cluster demo. */
class ReferencedObjectDeletionTest {

  private static final ApiObject POOL =
      new ApiObject(object("cluster.x-k8s.io/v1beta2", "MachinePool"));

  private final ObjectNode part =
      object("infrastructure.cluster.x-k8s.io/v1beta2", "AWSMachinePool");

  @Nested
  class DeleteTests {

    @Test
    void whatThePoolHasNotYetMadeItsOwn() {
      assertThat(fate()).isEqualTo(new ReferencedObjectDeletion.Delete());
    }

    @Test
    void whatThePoolControlsWhoeverElseNamesItAndWhateverItsLabelSays() {
      owned("MachinePool", "workers", true);
      label("other");

      assertThat(fate("others")).isEqualTo(new ReferencedObjectDeletion.Delete());
    }

    @Test
    void whatOnlyTheClusterOwnsToo() {
      owned("Cluster", "demo", false);
      label("demo");

      assertThat(fate()).isEqualTo(new ReferencedObjectDeletion.Delete());
    }
  }

  @Nested
  class KeepTests {

    @Test
    void whatAnotherControls() {
      owned("MachinePool", "others", true);

      assertThat(fate())
          .isEqualTo(new ReferencedObjectDeletion.Keep("is controlled by MachinePool others"));
    }

    @Test
    void whatAnotherOwns() {
      owned("Machine", "single", false);

      assertThat(fate()).isEqualTo(new ReferencedObjectDeletion.Keep("is owned by Machine single"));
    }

    @Test
    void whatAnotherClusterOwns() {
      owned("Cluster", "other", false);

      assertThat(fate()).isEqualTo(new ReferencedObjectDeletion.Keep("is owned by Cluster other"));
    }

    @Test
    void whatIsLabelledForAnotherCluster() {
      label("other");

      assertThat(fate())
          .isEqualTo(
              new ReferencedObjectDeletion.Keep(
                  "belongs to Cluster other according to its label cluster.x-k8s.io/cluster-name"));
    }

    @Test
    void whatAPoolThatStaysNamesToo() {
      assertThat(fate("a", "b"))
          .isEqualTo(new ReferencedObjectDeletion.Keep("is named by MachinePool a, b too"));
    }
  }

  private ReferencedObjectDeletion fate(String... others) {
    return ReferencedObjectDeletion.decide(POOL, "demo", new ApiObject(part), List.of(others));
  }

  private void owned(String kind, String name, boolean controller) {
    part.withObject("/metadata")
        .withArray("ownerReferences")
        .addObject()
        .put("apiVersion", "cluster.x-k8s.io/v1beta2")
        .put("kind", kind)
        .put("name", name)
        .put("uid", "u")
        .put("controller", controller);
  }

  private void label(String cluster) {
    part.withObject("/metadata").withObject("labels").put("cluster.x-k8s.io/cluster-name", cluster);
  }

  private static ObjectNode object(String version, String kind) {
    ObjectNode tree =
        JsonNodeFactory.instance.objectNode().put("apiVersion", version).put("kind", kind);
    tree.putObject("metadata").put("namespace", "default").put("name", "workers");
    return tree;
  }
}
