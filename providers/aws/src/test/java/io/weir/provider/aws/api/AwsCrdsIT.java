package io.weir.provider.aws.api;

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
class AwsCrdsIT {

  private static CrdApiServer server;

  /** On a server that nobody asks but to check definitions: no webhook of another test is there. */
  @BeforeAll
  static void define(
      @NamedCluster("definitions") ControlPlane controlPlane, @TempDir Path directory)
      throws Exception {
    server = CrdApiServer.on(controlPlane, AwsCrds.all(), directory);
  }

  @Test
  void everyDefinitionIsAcceptedWithoutComplaint() throws Exception {
    for (ApiObject crd : AwsCrds.all()) {
      assertThat(server.trueConditions(crd.name())).isEqualTo("NamesAccepted Established");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "awsmachinepool",
        "awscluster",
        "awsclustercontrolleridentity",
        "awsclusterstaticidentity",
        "awsclusterroleidentity",
        "awsmachine",
        "awsmanagedmachinepool",
        "awsmanagedcontrolplane",
        "awsmanagedcluster"
      })
  void nothingOfASampleIsLost(String sample) throws Exception {
    ObjectNode object = sample(sample);

    ApiObject stored = server.store(object);

    assertThat(SampleObjects.missingPaths(object, stored.copyTree())).isEmpty();
  }

  @Test
  void theServerFillsInTheDefaults() throws Exception {
    ObjectNode object = sample("awsmachinepool");
    SampleObjects.change(object, "/spec/minSize", "");

    var spec = server.store(object).as(AWSMachinePool.class).spec();

    assertThat(spec.minSize()).isEqualTo(1);
    assertThat(spec.ignition().storageType()).isEqualTo("ClusterObjectStore");
    assertThat(spec.awsLaunchTemplate().instanceMetadataOptions().httpPutResponseHopLimit())
        .isEqualTo(1L);
    assertThat(spec.mixedInstancesPolicy().instancesDistribution().onDemandAllocationStrategy())
        .isEqualTo("prioritized");
  }

  @Test
  void aManagedPoolHasTheDefaultsOfUpstream() throws Exception {
    ObjectNode object = sample("awsmanagedmachinepool");
    SampleObjects.change(object, "/spec/amiType", "");
    SampleObjects.change(object, "/spec/capacityType", "");

    var spec = server.store(object).as(AWSManagedMachinePool.class).spec();

    assertThat(spec.amiType()).isEqualTo("AL2_x86_64");
    assertThat(spec.capacityType()).isEqualTo("onDemand");
  }

  @Test
  void anExplicitNoIsToldFromNothingSaid() throws Exception {
    var spec = server.store(sample("awsmachinepool")).as(AWSMachinePool.class).spec();

    assertThat(spec.suspendProcesses().processes().launch()).isFalse();
    assertThat(spec.suspendProcesses().processes().terminate()).isNull();
  }

  @Test
  void aClusterIsReadWithItsSubnetsAndSecurityGroups() throws Exception {
    var cluster = server.store(sample("awscluster")).as(AWSCluster.class);

    assertThat(cluster.spec().network().subnets())
        .extracting(AWSCluster.Subnet::awsId, AWSCluster.Subnet::isPublic)
        .containsExactly(tuple("subnet-0a", false), tuple("subnet-0b", true));
    assertThat(
            cluster.status().networkStatus().securityGroups().get(AwsMetadataKeys.NODE_ROLE).id())
        .isEqualTo("sg-0n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "/spec/awsLaunchTemplate | '' | spec.awsLaunchTemplate: Required value",
        "/spec/maxSize | 0 | spec.maxSize",
        "/spec/minSize | -1 | spec.minSize",
        "/spec/availabilityZoneSubnetType | \"both\" | spec.availabilityZoneSubnetType",
        "/spec/refreshPreferences/maxHealthyPercentage | 201"
            + " | spec.refreshPreferences.maxHealthyPercentage",
        "/spec/lifecycleHooks/0/heartbeatTimeout | \"soon\" |"
            + " spec.lifecycleHooks[0].heartbeatTimeout",
        "/spec/lifecycleHooks/0/lifecycleTransition | \"stop\""
            + " | spec.lifecycleHooks[0].lifecycleTransition",
        "/spec/awsLaunchTemplate/rootVolume/size | 7 | spec.awsLaunchTemplate.rootVolume.size",
        "/spec/awsLaunchTemplate/marketType | \"Rent\" | spec.awsLaunchTemplate.marketType",
        "/spec/awsLaunchTemplate/capacityReservationPreference | \"maybe\""
            + " | spec.awsLaunchTemplate.capacityReservationPreference",
        "/spec/ignition/version | \"3.5\" | spec.ignition.version",
        "/spec/subnets/1/filters/0/values | '' | spec.subnets[1].filters[0].values: Required value",
        "/spec/awsLaunchTemplate/imageID | \"ami-1\" | .spec.awsLaunchTemplate.imageID",
      })
  void anAWSMachinePoolIsRefusedWithThePathOf(String place, String value, String path)
      throws Exception {
    assertRefused("awsmachinepool", place, value, path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      value = {
        "awscluster | /spec/identityRef/kind | \"AWSUser\" | spec.identityRef.kind",
        "awscluster | /spec/s3Bucket/name | \"No\" | spec.s3Bucket.name",
        "awscluster | /spec/network/subnets/0/id | '' | spec.network.subnets",
        "awsclusterroleidentity | /spec/roleARN | '' | spec.roleARN: Required value",
        "awsclusterroleidentity | /spec/durationSeconds | 60 | spec.durationSeconds",
        "awsclusterstaticidentity | /spec/secretRef | '' | spec.secretRef: Required value",
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
    return SampleObjects.read(AwsCrdsIT.class, name);
  }
}
