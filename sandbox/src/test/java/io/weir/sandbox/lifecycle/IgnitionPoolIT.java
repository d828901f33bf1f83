package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.objects.ExamplePools;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools whose machines read Ignition, from KubeadmConfig to Ready Nodes. */
@WithTestSandbox
class IgnitionPoolIT {

  /** As users of Flatcar on AWS write it: the Node's name comes from the image's metadata agent. */
  private static final String METADATA =
      """
      systemd:
        units:
        - name: kubeadm.service
          enabled: true
          dropins:
          - name: 10-flatcar.conf
            contents: |
              [Unit]
              Requires=coreos-metadata.service
              After=coreos-metadata.service
              [Service]
              EnvironmentFile=/run/metadata/flatcar
      """;

  @ParameterizedTest
  @ValueSource(strings = {"2.3", "3.4"})
  void aPoolOfIgnitionRuns(String version, TestSandbox testSandbox) throws Exception {
    var pool = new ObjectKey(TestSandbox.NAMESPACE, "ignition-" + version.charAt(0));

    for (ObjectNode object : ExamplePools.pool(pool.namespace(), pool.name(), 2)) {
      if (object.path("kind").asText().equals(GroupKind.KUBEADM_CONFIG.kind())) {
        ignite(object, version);
      }
      testSandbox.sandbox().kube().client().apply(object);
    }

    testSandbox.awaitRunning(pool, 2);
    testSandbox.awaitNodes(
        "2 Nodes carry the mark of their pool", () -> testSandbox.countNodesOf(pool) == 2);
    assertThat(testSandbox.namesOfNodesOf(pool)).allMatch(name -> name.startsWith("ip-"));
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  private static void ignite(ObjectNode config, String version) {
    config
        .withObject("/metadata")
        .withObject("annotations")
        .put("bootstrap.weir.io/ignition-version", version);
    ObjectNode spec = config.withObject("/spec");
    spec.put("format", "ignition");
    spec.putArray("preKubeadmCommands")
        .add("envsubst < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp")
        .add("mv /etc/kubeadm.yml.tmp /etc/kubeadm.yml");
    spec.withObject("/ignition/containerLinuxConfig")
        .put("strict", true)
        .put("additionalConfig", METADATA);
    spec.withObject("/joinConfiguration/nodeRegistration").put("name", "${COREOS_EC2_HOSTNAME}");
  }
}
