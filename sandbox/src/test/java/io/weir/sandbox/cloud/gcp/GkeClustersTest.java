package io.weir.sandbox.cloud.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.container.NodeUpdate;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.sandbox.cloud.ForeignController.Role;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import io.weir.sandbox.objects.Manifests;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GkeClustersTest {
  private final GcpCloud google = GcpCloud.builder().start();
  private final Role controlPlane =
      new GkeClusters(google, "v1.35.4", new WorkloadEndpoint("https://127.0.0.1:6443", "Y2E="))
          .roles()
          .getFirst();

  @AfterEach
  void stop() {
    google.close();
  }

  @Test
  void aControlPlaneOfProjectAndLocationIsNamedAndItsClusterRuns() {
    ObjectNode object = controlPlane("{}");

    ObjectNode status = reconcile(object);

    assertThat(object.at("/spec/clusterName").asText()).isEqualTo("team-a-demo-control-plane");
    assertThat(object.at("/spec/endpoint").toString())
        .isEqualTo("{\"host\":\"127.0.0.1\",\"port\":6443}");
    assertThat(status.path("ready").asBoolean()).isTrue();
    assertThat(status.path("version").asText()).isEqualTo("v1.35.4");
    assertThat(
            google.engine(GcpSeedData.PROJECT).version("europe-west1", "team-a-demo-control-plane"))
        .contains("1.35.4-gke.1000");
  }

  @Test
  void aClusterOfAProjectThatIsNotThereIsNotReady() {
    assertThat(reconcile(controlPlane("{\"project\": \"elsewhere\"}")).isEmpty()).isTrue();
  }

  @Test
  void onANodeOnlyLabelsAndTaintsOfItsPoolAreReplaced() {
    ObjectNode node =
        tree(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: n, labels: {tier: web, gone: "1", kubernetes.io/hostname: n}}
            spec:
              taints:
                - {key: only, value: web, effect: NoSchedule}
                - {key: node.kubernetes.io/unreachable, effect: NoExecute}
            """);
    var update =
        new NodeUpdate(
            List.of("n"),
            json(
                "{\"labels\": {\"tier\": \"web\", \"gone\": \"1\"}, \"taints\": [{\"key\":"
                    + " \"only\", \"value\": \"web\", \"effect\": \"NO_SCHEDULE\"}]}"),
            json(
                "{\"labels\": {\"tier\": \"cache\"}, \"taints\": [{\"key\": \"only\", \"value\":"
                    + " \"cache\", \"effect\": \"PREFER_NO_SCHEDULE\"}]}"));

    GkeClusters.update(update, node);

    assertThat(node.at("/metadata/labels").toString())
        .isEqualTo("{\"kubernetes.io/hostname\":\"n\",\"tier\":\"cache\"}");
    assertThat(node.at("/spec/taints").toString())
        .isEqualTo(
            "[{\"key\":\"node.kubernetes.io/unreachable\",\"effect\":\"NoExecute\"},{\"key\":\"only\",\"value\":\"cache\",\"effect\":\"PreferNoSchedule\"}]");
  }

  private static ObjectNode controlPlane(String more) {
    ObjectNode object =
        GeneratedObjects.newObject(
            GeneratedObjects.INFRASTRUCTURE,
            "v1beta1",
            GkeClusters.CONTROL_PLANE.kind(),
            new ObjectKey("team-a", "demo-control-plane"));
    ObjectNode spec = object.putObject("spec");
    spec.put("project", GcpSeedData.PROJECT).put("location", "europe-west1");
    spec.setAll(json(more));
    return object;
  }

  private ObjectNode reconcile(ObjectNode object) {
    controlPlane.completion().accept(object);
    ObjectNode status = object.objectNode();
    controlPlane.report().accept(new ApiObject(object), status);
    return status;
  }

  private static ObjectNode tree(String yaml) {
    return Manifests.of("node", yaml).objects().getFirst().copyTree();
  }

  private static ObjectNode json(String text) {
    return tree("apiVersion: v1\nkind: Any\nmetadata: {name: a}\nspec: " + text)
        .withObject("/spec");
  }
}
