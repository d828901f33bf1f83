package io.weir.provider.azure.akspool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.harness.TestObjects;
import io.weir.provider.PrerequisiteException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AksPoolResolverTest {

  private final AksPoolFixture fixture = new AksPoolFixture();

  private AbstractThrowableAssert<?, ?> refusal(boolean needsUserAction) {
    return assertThatThrownBy(fixture::desired)
        .isInstanceOfSatisfying(
            PrerequisiteException.class,
            why -> assertThat(why.needsUserAction()).isEqualTo(needsUserAction));
  }

  private ObjectNode spec() {
    return fixture.pool.withObject("/spec");
  }

  @Test
  void thePlainestPoolIsThisObject() throws Exception {
    assertThat(fixture.created())
        .isEqualTo(
            TestObjects.parse(
                """
                {"apiVersion": "containerservice.azure.com/v1api20250801", "kind": "ManagedClustersAgentPool",
                 "metadata": {"name": "pool0",
                   "labels": {"cluster.x-k8s.io/cluster-name": "demo"},
                   "annotations": {"serviceoperator.azure.com/credential-from": "demo-aso-secret"}},
                 "spec": {"azureName": "pool0", "type": "VirtualMachineScaleSets", "mode": "User",
                   "osDiskType": "Managed", "osType": "Linux", "scaleDownMode": "Delete",
                   "vmSize": "Standard_D2s_v3", "osDiskSizeGB": 0, "enableAutoScaling": false,
                   "owner": {"name": "demo-cp"},
                   "vnetSubnetReference": {"armId": "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes"},
                   "count": 3, "orchestratorVersion": "1.33.5"}}
                """));
  }

  @Test
  void everyFieldReachesAks() throws Exception {
    spec()
        .setAll(
            TestObjects.parse(
                """
                {"name": "np1", "additionalTags": {"team": "a"}, "availabilityZones": ["1", "2"],
                 "enableEncryptionAtHost": true, "enableFIPS": true, "enableNodePublicIP": true,
                 "enableUltraSSD": true, "kubeletConfig": {"failSwapOn": false, "podMaxPids": 100},
                 "kubeletDiskType": "OS",
                 "linuxOSConfig": {"swapFileSizeMB": 1500, "transparentHugePageEnabled": "never",
                   "sysctls": {"netIpv4TCPkeepaliveIntvl": 30, "netIpv4TCPTwReuse": true,
                               "netIpv4IPLocalPortRange": "32768 60999", "vmSwappiness": 10}},
                 "maxPods": 50, "nodeLabels": {"a": "b"},
                 "nodePublicIPPrefixID": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/p",
                 "osDiskSizeGB": 60, "scaleSetPriority": "Spot", "scaling": {"minSize": 1, "maxSize": 9},
                 "spotMaxPrice": "0.05", "subnetName": "other",
                 "taints": [{"key": "k", "value": "v", "effect": "NoSchedule"}]}
                """));

    ObjectNode made = fixture.created().withObject("/spec");

    assertThat(made)
        .isEqualTo(
            TestObjects.parse(
                """
                {"azureName": "np1", "type": "VirtualMachineScaleSets", "mode": "User",
                 "osDiskType": "Managed", "osType": "Linux", "scaleDownMode": "Delete",
                 "vmSize": "Standard_D2s_v3", "tags": {"team": "a"}, "availabilityZones": ["1", "2"],
                 "enableEncryptionAtHost": true, "enableFIPS": true, "enableNodePublicIP": true,
                 "enableUltraSSD": true, "kubeletConfig": {"failSwapOn": false, "podMaxPids": 100},
                 "kubeletDiskType": "OS",
                 "linuxOSConfig": {"swapFileSizeMB": 1500, "transparentHugePageEnabled": "never",
                   "sysctls": {"netIpv4TcpkeepaliveIntvl": 30, "netIpv4TcpTwReuse": true,
                               "netIpv4IpLocalPortRange": "32768 60999", "vmSwappiness": 10}},
                 "maxPods": 50, "nodeLabels": {"a": "b"},
                 "nodePublicIPPrefixReference": {"armId": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/p"},
                 "osDiskSizeGB": 60, "scaleSetPriority": "Spot", "enableAutoScaling": true,
                 "minCount": 1, "maxCount": 9, "spotMaxPrice": 0.05,
                 "nodeTaints": ["k=v:NoSchedule"], "owner": {"name": "demo-cp"},
                 "vnetSubnetReference": {"armId": "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Microsoft.Network/virtualNetworks/vnet/subnets/other"},
                 "count": 3, "orchestratorVersion": "1.33.5"}
                """));
  }

  @Test
  void thePreviewApiIsUsedWhereTheControlPlaneUsesIt() throws Exception {
    fixture.controlPlane.withObject("/spec").put("enablePreviewFeatures", true);

    assertThat(fixture.created().path("apiVersion").asText())
        .isEqualTo("containerservice.azure.com/v20251002preview");
  }

  @Test
  void aControlPlaneThatIsNotThereYetIsWaitedForUnlessTheClusterSaysThatItIs() throws Exception {
    fixture.controlPlane.withObject("/status").put("initialized", false);
    refusal(false).hasMessageContaining("is not initialized yet");

    fixture.cluster.withObject("/status/initialization").put("controlPlaneInitialized", true);
    assertThat(fixture.created()).isNotEmpty();
  }

  @Test
  void aSubnetWithoutAVirtualNetworkNamesTheFieldThatIsMissing() {
    spec().put("subnetName", "other");
    fixture.controlPlane.withObject("/spec").remove("virtualNetwork");

    refusal(true)
        .hasMessageContaining("has no spec.virtualNetwork.name")
        .hasMessageContaining("other");
  }

  @Nested
  class WhatAksHasDecided {

    private static final String LIVE =
        """
        {"metadata": {"name": "pool0"}, "spec": {"orchestratorVersion": "1.34.1"},
         "status": {"count": 7,
           "nodeLabels": {"kubernetes.azure.com/scalesetpriority": "spot", "mine": "gone"},
           "nodeTaints": ["kubernetes.azure.com/scalesetpriority=spot:NoSchedule", "mine=gone:NoSchedule"]}}
        """;

    @Test
    void ofLabelsAndTaintsIsKeptAndNothingElseOfThem() throws Exception {
      ObjectNode wanted = fixture.wantedOf(LIVE).withObject("/spec");

      assertThat(wanted.at("/nodeLabels"))
          .isEqualTo(TestObjects.parse("{\"kubernetes.azure.com/scalesetpriority\": \"spot\"}"));
      assertThat(wanted.at("/nodeTaints").toString())
          .isEqualTo("[\"kubernetes.azure.com/scalesetpriority=spot:NoSchedule\"]");
    }

    @Test
    void ofTheSizeIsKeptWhereItsAutoscalerDecides() throws Exception {
      assertThat(fixture.wantedOf(LIVE).at("/spec/count").asInt()).isEqualTo(3);
      spec().putObject("scaling").put("minSize", 1).put("maxSize", 9);
      assertThat(fixture.wantedOf(LIVE).at("/spec/count").asInt()).isEqualTo(7);
    }

    @Test
    void ofTheVersionIsNeverTakenBack() throws Exception {
      assertThat(fixture.wantedOf(LIVE).at("/spec/orchestratorVersion").asText())
          .isEqualTo("1.34.1");
    }
  }

  @Test
  void aVersionAheadOfTheControlPlaneWaitsForIt() throws Exception {
    fixture.machinePool.withObject("/spec/template/spec").put("version", "v1.34.2");

    assertThat(fixture.created().at("/spec/orchestratorVersion").asText()).isEqualTo("1.33.5");
    fixture.controlPlane.withObject("/status").put("version", "v1.34.2");
    assertThat(fixture.created().at("/spec/orchestratorVersion").asText()).isEqualTo("1.34.2");
  }

  @Test
  void aVersionThatAksHasUpgradedToByItselfIsFollowed() throws Exception {
    fixture.controlPlane.withObject("/status").put("autoUpgradeVersion", "1.33.7");

    assertThat(fixture.created().at("/spec/orchestratorVersion").asText()).isEqualTo("1.33.7");
  }

  @Nested
  class Patches {

    private void patch(String... patches) {
      var list = spec().putArray("asoManagedClustersAgentPoolPatches");
      for (String patch : patches) {
        list.add(patch);
      }
    }

    @Test
    void areAppliedLastAndInOrder() throws Exception {
      patch(
          "{\"spec\": {\"osSKU\": \"Ubuntu\", \"osDiskType\": null}}",
          "{\"spec\": {\"osSKU\": \"AzureLinux\", \"upgradeSettings\": {\"maxSurge\": \"33%\"}}}");

      ObjectNode made = fixture.created().withObject("/spec");

      assertThat(made.path("osSKU").asText()).isEqualTo("AzureLinux");
      assertThat(made.at("/upgradeSettings/maxSurge").asText()).isEqualTo("33%");
      assertThat(made.has("osDiskType")).isFalse();
    }

    @Test
    void thatChangeWhatIsSetElsewhereAreToldWithBothFields() {
      patch("{}", "{\"spec\": {\"count\": 9}}");

      refusal(true)
          .hasMessage(
              "spec.asoManagedClustersAgentPoolPatches[1] changes spec.count, but set spec.replicas"
                  + " of the MachinePool: remove it from the patch");
    }

    @Test
    void thatAreNoJsonAreTold() {
      patch("spec: {}");

      refusal(true)
          .hasMessageContaining("spec.asoManagedClustersAgentPoolPatches[0] is no JSON object");
    }
  }
}
