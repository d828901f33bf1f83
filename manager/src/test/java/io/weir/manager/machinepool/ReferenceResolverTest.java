package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.core.ContractReference;
import io.weir.api.harness.TestObjects;
import io.weir.engine.pool.ResolvedReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.RequestListener;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReferenceResolverTest {

  private static final ApiObject POOL = new ApiObject(TestObjects.pool("default", "c", "workers"));

  /** Nothing listens there: what these tests ask is answered without a request. */
  private final KubeCluster nowhere =
      KubeCluster.connectBuiltIns(
          new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:1").build(),
          WatchSettings.defaults(),
          RequestListener.NONE);

  private final ReferenceResolver referenceResolver =
      new ReferenceResolver(
          nowhere, nowhere.cache(GroupKind.MACHINE_POOL), Clock.systemUTC(), _ -> {});

  @AfterEach
  void close() {
    nowhere.close();
  }

  @Test
  void leadToNothingOfAKindThatDoesNotBelongToClusterApi() {
    var secret = new ContractReference("", "Secret", "passwords");

    ResolvedReference found = referenceResolver.resolve(POOL, secret);

    assertThat(referenceResolver.findUnknownKind(secret)).isEmpty();
    assertThat(found)
        .isEqualTo(
            new ResolvedReference.UnsupportedKind(
                "Secret default/passwords",
                "is not of a Cluster API kind, as the CRD of Secret has no contract label such as"
                    + " cluster.x-k8s.io/v1beta2: reference an object of a kind that has one"));
    assertThat(nowhere.informers().problems()).doesNotContainKey(GroupKind.SECRET);
  }

  @Test
  void findNoObjectOfAKindThatIsNotInstalled() {
    var machines =
        new ContractReference("infrastructure.cluster.x-k8s.io", "AWSMachinePool", "machines");

    ResolvedReference found = referenceResolver.resolve(POOL, machines);

    assertThat(referenceResolver.findUnknownKind(machines)).isEmpty();
    assertThat(found)
        .isEqualTo(
            new ResolvedReference.Absent(
                "AWSMachinePool default/machines",
                "is of a kind that is not installed: install the CRD of"
                    + " AWSMachinePool.infrastructure.cluster.x-k8s.io"));
  }
}
