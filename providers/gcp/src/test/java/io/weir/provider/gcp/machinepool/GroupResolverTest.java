package io.weir.provider.gcp.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.QueryResults;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.GroupLocation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From objects to groups; what goldens of upstream do not have. */
class GroupResolverTest {
  private final PoolFixture objects = new PoolFixture();

  private JsonNode properties(String spec) {
    objects.pool.set("spec", PoolFixture.yaml(spec));
    return objects.desired().template().properties();
  }

  private void setZones(String... zones) {
    ArrayNode list = (ArrayNode) objects.machinePool.at("/spec/failureDomains");
    list.removeAll();
    List.of(zones).forEach(list::add);
  }

  @Test
  void oneZoneMakesAZonalGroupAndSeveralARegionalOne() {
    assertThat(objects.desired().location()).isEqualTo(GroupLocation.ofZone("us-central1-a"));
    setZones("us-central1-b", "us-central1-a");

    assertThat(objects.desired().location()).isEqualTo(GroupLocation.ofRegion("us-central1"));
    assertThat(objects.desired().zones()).containsExactly("us-central1-a", "us-central1-b");
  }

  @Test
  void aZoneOfAnotherRegionIsRefused() {
    setZones("europe-west1-b");

    assertThat(objects.refusal()).contains("europe-west1-b", "no zone of region us-central1");
  }

  @Test
  void zonesThatNobodyNamesAreThoseOfTheClusterAndElseAskedFor() {
    setZones();
    var asked = (ResolveResult.NeedsQueries<DesiredGroup>) objects.resolved();
    assertThat(asked.queries()).containsExactly(new ZonesQuery());
    QueryResults told =
        query -> Optional.of(new ZonesQuery.Zones(List.of("us-central1-f", "us-central1-a")));
    var resolved = GroupResolver.resolve(objects.inputs(), told);
    assertThat(((ResolveResult.Resolved<DesiredGroup>) resolved).desired().zones())
        .containsExactly("us-central1-a", "us-central1-f");

    objects.gcpCluster.withObject("/status/failureDomains").putObject("us-central1-c");

    assertThat(objects.desired().zones()).containsExactly("us-central1-c");
  }

  @Test
  void whatCouldNeverBootIsRefusedWithTheRemedy() {
    objects.pool.withObject("/spec").put("instanceType", "n4-standard-2");

    assertThat(objects.refusal()).contains("spec.rootDeviceType", "set hyperdisk-balanced");
  }

  @Test
  void aNameThatIsTooLongForItsGroupIsRefused() {
    objects.pool.withObject("/metadata").put("name", "w".repeat(59));

    assertThat(objects.refusal()).contains("metadata.name", "58 characters");
  }

  @Test
  void anotherTokenChangesNoRevisionAndAnotherVersionDoes() {
    var before = objects.desired().template().fingerprint();
    objects.userData = "#cloud-config\n# another token\n";
    var token = objects.desired().template().fingerprint();
    ((ObjectNode) objects.machinePool.at("/spec/template/spec")).put("version", "v1.31.0");
    var version = objects.desired().template().fingerprint();

    assertThat(token.revision()).isEqualTo(before.revision());
    assertThat(token.userData()).isNotEqualTo(before.userData());
    assertThat(version.revision()).isNotEqualTo(before.revision());
  }

  @Test
  void everyFieldTakesEffect() {
    objects
        .gcpCluster
        .withObject("/spec")
        .set(
            "resourceManagerTags",
            PoolFixture.json(
                "[{\"parentID\": \"123\", \"key\": \"env\", \"value\": \"prod\"}, {\"parentID\":"
                    + " \"123\", \"key\": \"team\", \"value\": \"a\"}]"));
    objects.gcpCluster.withObject("/spec/network").put("hostProject", "host");
    JsonNode properties =
        properties(
            """
            instanceType: n2d-standard-4
            image: projects/p/global/images/node
            subnet: nodes
            publicIP: true
            additionalLabels: {Team: Infra}
            rootDeviceSize: 50
            rootDeviceType: pd-ssd
            additionalDisks:
              - size: 20
                encryptionKey: {keyType: Managed, managedKey: {kmsKeyName: projects/p/locations/l/keyRings/r/cryptoKeys/k}}
            resourceManagerTags: [{parentID: "123", key: env, value: test}]
            ipForwarding: Disabled
            shieldedInstanceConfig: {virtualizedTrustedPlatformModule: Disabled}
            onHostMaintenance: Terminate
            confidentialCompute: AMDEncryptedVirtualizationNestedPaging
            serviceAccounts: {email: a@p.iam.gserviceaccount.com}
            """);

    assertThat(properties)
        .isEqualTo(
            PoolFixture.yaml(
                """
                machineType: n2d-standard-4
                canIpForward: false
                disks:
                  - autoDelete: true
                    boot: true
                    initializeParams:
                      sourceImage: projects/p/global/images/node
                      diskType: pd-ssd
                      diskSizeGb: "50"
                      labels: {team: infra}
                      resourceManagerTags: {123/env: test}
                  - autoDelete: true
                    initializeParams: {diskSizeGb: "20", resourceManagerTags: {123/env: test}}
                    diskEncryptionKey: {kmsKeyName: projects/p/locations/l/keyRings/r/cryptoKeys/k}
                networkInterfaces:
                  - network: projects/host/global/networks/vpc
                    subnetwork: projects/host/regions/us-central1/subnetworks/nodes
                    accessConfigs: [{type: ONE_TO_ONE_NAT, name: External NAT}]
                scheduling: {onHostMaintenance: TERMINATE}
                serviceAccounts: [{email: a@p.iam.gserviceaccount.com, scopes: []}]
                tags: {items: [w1-node, w1]}
                metadata: {items: []}
                labels: {team: infra, capg-cluster-w1: owned, capg-role: node}
                shieldedInstanceConfig: {enableSecureBoot: false, enableVtpm: false, enableIntegrityMonitoring: true}
                confidentialInstanceConfig: {enableConfidentialCompute: true, confidentialInstanceType: SEV_SNP}
                resourceManagerTags: {123/env: test, 123/team: a}
                """));
  }
}
