package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.ManagementCluster;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnershipClaimsTest {

  private static final String DECISION = "AWSMachinePool/team/workers prod";

  private final MemoryApiServer server = TestManager.inMemory();
  private final KubeCluster management;
  private final ManagementCluster managementCluster;
  private final ObjectCache pools;
  private final OwnershipClaims claims;

  OwnershipClaimsTest() throws Exception {
    management =
        TestClusters.connect(server, TestClusters.account("weir"), WatchSettings.defaults());
    managementCluster = new ManagementCluster(management, "weir-system", "");
    pools = management.cache(FakeBootstrapDataProvider.KIND);
    claims = new OwnershipClaims(managementCluster, pools, "");
  }

  @AfterEach
  void close() {
    managementCluster.close();
    management.close();
    server.close();
  }

  @Test
  void nameTheManagementClusterByTheUidOfItsNamespaceKubeSystem() throws Exception {
    String uid =
        management
            .client()
            .get(BuiltInKinds.NAMESPACE, new ObjectKey("", "kube-system"))
            .orElseThrow()
            .uid();

    OwnershipClaim claim = claims.of(pool("team", false), "prod");

    assertThat(claim.marks().managementCluster()).isEqualTo(uid).isNotEmpty();
    assertThat(claim.marks().pool()).isEqualTo("AWSMachinePool/team/workers");
    assertThat(claim.adoption()).isEqualTo(new Adoption.NotRequested());
  }

  @Test
  void requestAnAdoptionWithThePoolsMembersUnlessAnotherPoolCouldToo() throws Exception {
    ApiObject adopting = pool("team", true);

    assertThat(claims.of(adopting, "prod").adoption())
        .isEqualTo(new Adoption.Requested(Set.of("aws:///a/i-1"), DECISION));

    ApiObject other = pool("other", false);
    assertThat(claims.of(adopting, "prod").adoption())
        .isEqualTo(new Adoption.Contested("pool " + other.key(), DECISION));
    assertThat(claims.of(adopting, "staging").adoption())
        .isEqualTo(
            new Adoption.Requested(Set.of("aws:///a/i-1"), "AWSMachinePool/team/workers staging"));
  }

  @Test
  void areLeftToAdministratorsWherePoolsOfOtherNamespacesAreNotSeen() throws Exception {
    var limited = new OwnershipClaims(managementCluster, pools, "team");

    assertThat(limited.of(pool("team", true), "prod").adoption())
        .isEqualTo(new Adoption.Contested("a pool outside of namespace team", DECISION));
  }

  @Test
  void followTheDecisionsOfAdministrators() throws Exception {
    ApiObject pool = pool("team", false);
    ObjectNode configMap =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "ConfigMap",
             "metadata": {"namespace": "weir-system", "name": "weir-ownership"},
             "data": {"former-management-clusters": "uid-1 team\\nuid-2 other",
                      "adopt": "AWSMachinePool/team/workers prod"}}
            """);
    ApiObject decisions = management.client().create(configMap);
    ApiObject _ =
        CacheWaits.awaitObject(managementCluster.decisionObjects(), decisions.key(), _ -> true);

    OwnershipClaim claim = claims.of(pool, "prod");

    assertThat(claim.formerManagementClusters()).containsExactly("uid-1");
    assertThat(claim.adoption()).isEqualTo(new Adoption.Granted());
    assertThat(claims.of(pool, "staging").adoption()).isEqualTo(new Adoption.NotRequested());
  }

  @Test
  void rememberWhatThisManagementClusterTookOverAndNotWhatAnotherDid() throws Exception {
    ApiObject pool = pool("team", false);
    String uid = claims.of(pool, "prod").marks().managementCluster();
    ObjectNode ours = pool.copyTree();
    ours.withObject("/metadata/annotations").put("weir.io/taken-over", uid + " uid-1,uid-2");
    ObjectNode theirs = pool.copyTree();
    theirs.withObject("/metadata/annotations").put("weir.io/taken-over", "uid-1 " + uid);

    assertThat(claims.of(new ApiObject(ours), "prod").takenOverFrom())
        .containsExactlyInAnyOrder("uid-1", "uid-2");
    assertThat(claims.of(new ApiObject(theirs), "prod").takenOverFrom()).isEmpty();
  }

  private ApiObject pool(String namespace, boolean adopting) throws Exception {
    ObjectNode tree =
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
             "metadata": {"namespace": "%s", "name": "workers",
              "labels": {"cluster.x-k8s.io/cluster-name": "prod"},
              "annotations": {"weir.io/adopt": "%s"}},
             "spec": {"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {},
              "providerIDList": ["aws:///a/i-1"]}}
            """
                .formatted(namespace, adopting));
    ApiObject created = management.client().create(tree);
    return CacheWaits.awaitObject(pools, created.key(), _ -> true);
  }
}
