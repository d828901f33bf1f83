package io.weir.manager.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.Informers;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReferencedSecretsTest {

  private final MemoryApiServer server = new MemoryApiServer();
  private KubeCluster management;
  private ObjectCache labelled;
  private ApiObject secret;

  ReferencedSecretsTest() throws IOException {}

  @BeforeEach
  void start() throws Exception {
    management =
        TestClusters.connect(
            server, TestClusters.account("weir"), WatchSettings.defaults().inNamespace("default"));
    labelled =
        management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
    secret =
        management
            .client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "Secret", "data": {"key": "Zmlyc3Q="},
                     "metadata": {"namespace": "default", "name": "own"}}
                    """));
  }

  @AfterEach
  void stop() {
    management.close();
    server.close();
  }

  /** One of several who need the Secret, at first. */
  private final class User {
    final Set<ObjectKey> needed = ConcurrentHashMap.newKeySet();
    final BlockingQueue<Change> received = new LinkedBlockingQueue<>();
    final ReferencedSecrets secrets =
        new ReferencedSecrets(
            labelled, management.informers(), management.client(), needed::contains, received::add);

    User() throws InterruptedException {
      needed.add(secret.key());
      assertThat(secrets.find(secret.key())).isPresent();
      assertThat(received.poll(1, TimeUnit.MINUTES)).isInstanceOf(Change.Added.class);
    }
  }

  /** The cache of those who watch the Secret by its name now; of nobody else if there are none. */
  private ObjectCache shared() {
    try (Informers.InformerHandle informerHandle =
        management.informers().acquire(GroupKind.SECRET, ObjectSelector.byName(secret.key()))) {
      return informerHandle.cache();
    }
  }

  @Test
  void aWatchIsSharedAndEndsWithTheLastThatNeedsIt() throws Exception {
    var one = new User();
    var other = new User();
    ObjectCache cache = shared();

    one.needed.clear();
    one.secrets.stopUnusedWatches();
    ApiObject _ =
        RetriedEdits.edit(
            management.client(), secret, tree -> tree.withObject("/data").put("key", "c2Vjb25k"));

    assertThat(other.received.poll(1, TimeUnit.MINUTES)).isInstanceOf(Change.Updated.class);
    assertThat(one.received).isEmpty();
    assertThat(shared()).isSameAs(cache);
    other.secrets.stopUnusedWatches();
    assertThat(shared()).isSameAs(cache);

    other.needed.clear();
    other.secrets.stopUnusedWatches();

    assertThat(shared()).isNotSameAs(cache);
  }

  @Test
  void aSecretThatGetsTheLabelIsWatchedByItsNameNoLonger() throws Exception {
    var user = new User();
    ObjectCache cache = shared();

    ApiObject _ =
        RetriedEdits.edit(
            management.client(),
            secret,
            tree -> MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, "c"));
    ApiObject _ = CacheWaits.awaitObject(labelled, secret.key(), found -> true);
    user.secrets.stopUnusedWatches();

    assertThat(user.secrets.find(secret.key())).isPresent();
    assertThat(shared()).isNotSameAs(cache);
  }
}
