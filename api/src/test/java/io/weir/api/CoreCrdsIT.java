package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.core.Machine;
import io.weir.api.core.MachinePool;
import io.weir.api.crdcheck.CrdApiServer;
import io.weir.api.crdcheck.SampleObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WithControlPlane
class CoreCrdsIT {

  private static CrdApiServer server;

  /** On a server that nobody asks but to check definitions: no webhook of another test is there. */
  @BeforeAll
  static void define(
      @NamedCluster("definitions") ControlPlane controlPlane, @TempDir Path directory)
      throws Exception {
    server = CrdApiServer.on(controlPlane, Crds.core(), directory);
  }

  @Test
  void everyDefinitionIsAcceptedWithoutComplaint() throws Exception {
    for (ApiObject crd : Crds.core()) {
      assertThat(server.trueConditions(crd.name())).isEqualTo("NamesAccepted Established");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster",
        "machinepool",
        "kubeadmconfig",
        "eksconfig",
        "nodeadmconfig",
        "gkeconfig",
        "machinedrainrule",
        "machine",
        "machineset",
        "machinedeployment",
        "machinehealthcheck"
      })
  void nothingOfASampleIsLost(String sample) throws Exception {
    ObjectNode object = sample(sample);

    ApiObject stored = server.store(object);

    assertThat(SampleObjects.missingPaths(object, stored.copyTree())).isEmpty();
  }

  @Test
  void whatIsStoredReadsAsRecords() throws Exception {
    var pool = server.store(sample("machinepool")).as(MachinePool.class);
    var cluster = server.store(sample("cluster")).as(io.weir.api.core.Cluster.class);
    var machine = server.store(sample("machine")).as(Machine.class);

    assertThat(pool.spec().template().spec().infrastructureRef().groupKind())
        .hasToString("AWSMachinePool.infrastructure.cluster.x-k8s.io");
    assertThat(pool.status().deprecated().v1beta1().conditions().getFirst().holds()).isFalse();
    assertThat(cluster.status().conditions().getFirst().holds()).isTrue();
    assertThat(cluster.spec().controlPlaneEndpoint().isKnown()).isTrue();
    assertThat(machine.spec().bootstrap().dataSecretName()).isEmpty();
    assertThat(machine.status().nodeRef()).isEqualTo(new Machine.NodeReference("ip-10-0-0-1"));
    assertThat(machine.status().deletion().nodeDrainStartTime()).isEqualTo("2026-11-21T10:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec/clusterName | '' | spec.clusterName: Required value",
        "/spec/replicas | \"3\" | spec.replicas",
        "/spec/providerIDList/0 | \"\" | spec.providerIDList[0]",
        "/spec/template/metadata | {} | spec.template.metadata",
        "/spec/template/spec/bootstrap | '' | spec.template.spec.bootstrap: Required value",
        "/spec/template/spec/infrastructureRef/kind | \"A B\""
            + " | spec.template.spec.infrastructureRef.kind",
        "/spec/template/spec/infrastructureRef/apiVersion | \"v1\""
            + " | .spec.template.spec.infrastructureRef.apiVersion",
        "/spec/template/spec/deletion/nodeDrainTimeoutSeconds | -1"
            + " | spec.template.spec.deletion.nodeDrainTimeoutSeconds",
        "/spec/template/spec/taints | [{\"key\": \"a\", \"effect\": \"NoSchedule\"}]"
            + " | spec.template.spec.taints[0].propagation",
        "/status/phase | \"Growing\" | status.phase",
        "/status/versions/0/replicas | 0 | status.versions[0].replicas",
      })
  void aMachinePoolIsRefusedWithThePathOf(String place, String value, String path)
      throws Exception {
    assertRefused("machinepool", place, value, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec | {} | spec: Invalid value",
        "/spec/format | \"shell\" | spec.format",
        "/spec/files/0/path | '' | spec.files[0].path: Required value",
        "/spec/files/0/encoding | \"zip\" | spec.files[0].encoding",
        "/spec/mounts | [[]] | spec.mounts[0]",
        "/spec/diskSetup/partitions/0/diskLayout | [{\"percentage\": 100}]"
            + " | exactly one of layout and diskLayout must be set",
        "/spec/diskSetup/partitions/1/diskLayout/0/partitionType | \"Minix\""
            + " | spec.diskSetup.partitions[1].diskLayout[0].partitionType",
        "/spec/joinConfiguration/nodeRegistration/kubeletExtraArgs/1/name | \"cloud-provider\""
            + " | spec.joinConfiguration.nodeRegistration.kubeletExtraArgs: Invalid value",
        "/spec/joinConfiguration/timeouts/tlsBootstrapSeconds | -1"
            + " | spec.joinConfiguration.timeouts.tlsBootstrapSeconds",
        "/spec/joinConfiguration/discovery/file | {\"kubeConfigPath\": \"/k\", \"kubeConfig\": {}}"
            + " | spec.joinConfiguration.discovery.file.kubeConfig.user",
      })
  void aKubeadmConfigIsRefusedWithThePathOf(String place, String value, String path)
      throws Exception {
    assertRefused("kubeadmconfig", place, value, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec | '' | spec: Required value",
        "/spec/controlPlaneEndpoint/port | 0 | spec.controlPlaneEndpoint.port",
        "/spec/infrastructureRef/name | '' | spec.infrastructureRef.name: Required value",
      })
  void aClusterIsRefusedWithThePathOf(String place, String value, String path) throws Exception {
    assertRefused("cluster", place, value, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec/drain/behavior | \"Later\" | spec.drain.behavior: Unsupported value",
        "/spec/drain | {} | spec.drain.behavior: Required value",
        "/spec/machines | [] | spec.machines",
        "/spec/pods | [{}] | spec.pods[0]",
        "/spec/pods | [{\"selector\": {}}, {\"selector\": {}}] | entries must be unique",
      })
  void aMachineDrainRuleIsRefusedWithThePathOf(String place, String value, String path)
      throws Exception {
    assertRefused("machinedrainrule", place, value, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "machine | /spec/bootstrap | '' | spec.bootstrap: Required value",
        "machine | /spec/infrastructureRef/apiVersion | \"v1\""
            + " | .spec.infrastructureRef.apiVersion",
        "machine | /status/phase | \"Growing\" | status.phase",
        "machineset | /spec/deletion/order | \"Largest\" | spec.deletion.order",
        "machinedeployment | /spec/rollout/strategy/type | '' | spec.rollout.strategy.type",
        "machinehealthcheck | /spec/remediation/triggerIf/unhealthyInRange | \"3-5\""
            + " | spec.remediation.triggerIf.unhealthyInRange",
        "machinehealthcheck | /spec/checks/unhealthyMachineConditions/0/type | \"Ready\""
            + " | type must not be one of",
      })
  void machinesAndWhatBelongsToThemAreRefusedWithThePathOf(
      String sample, String place, String value, String path) throws Exception {
    assertRefused(sample, place, value, path);
  }

  private static void assertRefused(String sample, String place, String value, String path)
      throws IOException {
    ObjectNode object = sample(sample);
    SampleObjects.change(object, place, value);

    assertThatThrownBy(() -> server.store(object)).hasMessageContaining(path);
  }

  private static ObjectNode sample(String name) throws IOException {
    return SampleObjects.read(CoreCrdsIT.class, name);
  }
}
