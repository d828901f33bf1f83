package io.weir.manager.infrapool;

import static io.weir.manager.infrapool.InfraPoolFixture.CLUSTER;
import static io.weir.manager.infrapool.InfraPoolFixture.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.provider.PoolSecret;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What wakes a pool that has a Secret of its own, and what becomes of the Secret. */
class PoolSecretTest {

  private static final ObjectKey KEY = new ObjectKey("default", "workers-config");
  private static final String CONTENT = encoded("content");

  private InfraPoolFixture<FakeBootstrapDataProvider> stage;

  /** A cloud whose pools have a Secret that says the same of each. */
  private static final class CloudWithSecrets extends FakeBootstrapDataProvider {
    @Override
    public Optional<PoolSecret> secret() {
      return Optional.of(
          new PoolSecret() {
            @Override
            public String name(ApiObject pool) {
              return pool.name() + "-config";
            }

            @Override
            public Result resolve(Context context) {
              return new Result.Wanted(
                  Map.of(CLUSTER, "owned"), Map.of("config", "content"), Optional.empty());
            }
          });
    }
  }

  @BeforeEach
  void start() throws Exception {
    stage = new InfraPoolFixture<>(_ -> new CloudWithSecrets());
  }

  @AfterEach
  void stop() {
    stage.close();
  }

  private ApiObject await(Predicate<ApiObject> wanted) throws Exception {
    return CacheWaits.awaitObject(stage.user().cache(GroupKind.SECRET), KEY, wanted);
  }

  private static boolean isWritten(ApiObject secret) {
    return secret.at("/data/config").asText().equals(CONTENT);
  }

  @Test
  void isWrittenBeforeThereIsBootstrapDataAndAgainWhenSomebodyChangesOrDeletesIt()
      throws Exception {
    ObjectKey pool = stage.pool("workers", "missing");
    ApiObject first = await(PoolSecretTest::isWritten);
    stage.awaitSaying(pool, "there is no data");

    ApiObject _ =
        RetriedEdits.edit(
            stage.user().client(), first, tree -> tree.withObject("/data").put("config", ""));
    ApiObject repaired =
        await(
            secret ->
                isWritten(secret) && !secret.resourceVersion().equals(first.resourceVersion()));
    stage.settle();
    stage.user().client().delete(repaired, PropagationPolicy.BACKGROUND);
    ApiObject again = await(secret -> isWritten(secret) && !secret.uid().equals(first.uid()));

    assertThat(first.label(MetadataKeys.CLUSTER_NAME)).contains(CLUSTER);
    assertThat(repaired.uid()).isEqualTo(first.uid());
    assertThat(again.ownerReferences()).isEqualTo(first.ownerReferences());
  }

  @Test
  void thatPeopleBroughtIsLeftAndReplacedOnceTheyTakeItAway() throws Exception {
    ApiObject own = stage.user().client().create(stage.secret(KEY.name(), "config", "their own"));
    stage.awaitSaying(stage.pool("workers", "missing"), "there is no data");
    stage.settle();
    ApiObject left = stage.user().client().get(GroupKind.SECRET, KEY).orElseThrow();

    stage.user().client().delete(own, PropagationPolicy.BACKGROUND);
    ApiObject made = await(PoolSecretTest::isWritten);

    assertThat(left.resourceVersion()).isEqualTo(own.resourceVersion());
    assertThat(made.uid()).isNotEqualTo(own.uid());
  }
}
