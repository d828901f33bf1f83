package io.weir.provider.azure.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
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
class AzureCrdsIT {

  private static CrdApiServer server;

  /** On a server that nobody asks but to check definitions: no webhook of another test is there. */
  @BeforeAll
  static void define(
      @NamedCluster("definitions") ControlPlane controlPlane, @TempDir Path directory)
      throws Exception {
    server = CrdApiServer.on(controlPlane, AzureCrds.all(), directory);
  }

  @Test
  void everyDefinitionIsAcceptedWithoutComplaint() throws Exception {
    for (ApiObject crd : AzureCrds.all()) {
      assertThat(server.trueConditions(crd.name())).isEqualTo("NamesAccepted Established");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "azuremachinepool",
        "azuremachinepoolmachine",
        "azurecluster",
        "azureclusteridentity"
      })
  void nothingOfASampleIsLost(String sample) throws Exception {
    ObjectNode object = sample(sample);

    ApiObject stored = server.store(object);

    assertThat(SampleObjects.missingPaths(object, stored.copyTree())).isEmpty();
  }

  @Test
  void theServerFillsInTheDefaults() throws Exception {
    ObjectNode object = sample("azuremachinepool");
    ((ObjectNode) object.path("metadata")).put("name", "defaults");
    for (String given :
        new String[] {
          "/spec/identity",
          "/spec/orchestrationMode",
          "/spec/strategy",
          "/spec/template/osDisk/osType",
          "/spec/template/osDisk/cachingType"
        }) {
      SampleObjects.change(object, given, "");
    }

    var spec = server.store(object).as(AzureMachinePool.class).spec();

    assertThat(spec.identity()).isEqualTo("None");
    assertThat(spec.isFlexible()).isFalse();
    assertThat(spec.strategy().rollingUpdate().deletePolicy()).isEqualTo("Oldest");
    assertThat(spec.strategy().rollingUpdate().maxSurge().asInt()).isEqualTo(1);
    assertThat(spec.strategy().rollingUpdate().maxUnavailable().asInt()).isZero();
    assertThat(spec.template().osDisk().osType()).isEqualTo("Linux");
    assertThat(spec.template().osDisk().cachingType()).isEqualTo("None");
  }

  @Test
  void aStrategyWithoutNumbersIsNotFilledIn() throws Exception {
    ObjectNode object = sample("azuremachinepool");
    ((ObjectNode) object.path("metadata")).put("name", "numberless");
    SampleObjects.change(object, "/spec/strategy", "{}");

    var strategy = server.store(object).as(AzureMachinePool.class).spec().strategy();

    assertThat(strategy.type()).isEqualTo("RollingUpdate");
    assertThat(strategy.rollingUpdate()).isNull();
  }

  @Test
  void aClusterIsReadWithItsSubnetsAndTheLoadBalancerOfItsNodes() throws Exception {
    var network = server.store(sample("azurecluster")).as(AzureCluster.class).spec().networkSpec();

    assertThat(network.subnets())
        .extracting(AzureCluster.Subnet::name, AzureCluster.Subnet::isForNodes)
        .containsExactlyInAnyOrder(tuple("control-plane", false), tuple("nodes", true));
    assertThat(network.vnet().name()).isEqualTo("w1-vnet");
    assertThat(network.nodeOutboundLB().backendPool().name()).isEqualTo("w1-outboundBackendPool");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec/location | '' | spec.location: Required value",
        "/spec/template | '' | spec.template: Required value",
        "/spec/template/vmSize | '' | spec.template.vmSize: Required value",
        "/spec/template/osDisk | '' | spec.template.osDisk: Required value",
        "/spec/identity | \"Both\" | spec.identity",
        "/spec/orchestrationMode | \"Loose\" | spec.orchestrationMode",
        "/spec/strategy/type | \"Recreate\" | spec.strategy.type",
        "/spec/strategy/rollingUpdate/deletePolicy | \"Any\" |"
            + " spec.strategy.rollingUpdate.deletePolicy",
        "/spec/template/dataDisks/0/cachingType | \"Full\" |"
            + " spec.template.dataDisks[0].cachingType",
        "/spec/template/dataDisks/0/nameSuffix | '' | spec.template.dataDisks[0].nameSuffix",
        "/spec/template/osDisk/cachingType | \"Full\" | spec.template.osDisk.cachingType",
        "/spec/template/osDisk/diffDiskSettings/placement | \"Tape\" |"
            + " spec.template.osDisk.diffDiskSettings.placement",
        "/spec/template/diagnostics/boot/userManaged/storageAccountURI | \"http://a\" |"
            + " spec.template.diagnostics.boot.userManaged.storageAccountURI",
        "/spec/template/spotVMOptions/maxPrice | \"cheap\" | spec.template.spotVMOptions.maxPrice",
        "/spec/template/spotVMOptions/evictionPolicy | \"Stop\" |"
            + " spec.template.spotVMOptions.evictionPolicy",
        "/spec/template/image/computeGallery/name | \"\" | spec.template.image.computeGallery.name",
        "/spec/template/imageID | \"a\" | .spec.template.imageID",
      })
  void anAzureMachinePoolIsRefusedWithThePathOf(String place, String value, String path)
      throws Exception {
    assertRefused("azuremachinepool", place, value, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "azuremachinepoolmachine | /spec/providerID | '' | spec.providerID: Required value",
        "azurecluster | /spec/location | '' | spec.location: Required value",
        "azurecluster | /spec/networkSpec/subnets/0/role | \"workers\" |"
            + " spec.networkSpec.subnets[0].role",
        "azureclusteridentity | /spec/type | \"Password\" | spec.type",
        "azureclusteridentity | /spec/tenantID | '' | spec.tenantID: Required value",
      })
  void anotherKindIsRefusedWithThePathOf(String sample, String place, String value, String path)
      throws Exception {
    assertRefused(sample, place, value, path);
  }

  private static void assertRefused(String sample, String place, String value, String path)
      throws IOException {
    ObjectNode object = sample(sample);
    SampleObjects.change(object, place, value);

    assertThatThrownBy(() -> server.store(object)).hasMessageContaining(path);
  }

  private static ObjectNode sample(String name) throws IOException {
    return SampleObjects.read(AzureCrdsIT.class, name);
  }
}
