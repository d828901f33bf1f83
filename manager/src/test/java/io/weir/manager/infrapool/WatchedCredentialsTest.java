package io.weir.manager.infrapool;

import static io.weir.manager.infrapool.InfraPoolFixture.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.PropagationPolicy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a change of the Secret with a cloud's key brings about. */
class WatchedCredentialsTest {

  private InfraPoolFixture<FakeCredentialProvider> stage;

  @BeforeEach
  void start() throws Exception {
    stage = new InfraPoolFixture<>(FakeCredentialProvider::new);
    ApiObject _ = stage.user().client().create(stage.secret("data", "value", "boot"));
  }

  @AfterEach
  void stop() {
    stage.close();
  }

  @Test
  void aKeyThatComesOrIsMendedIsUsedAtOnceForItsPoolsAndForNoOthers() throws Exception {
    var _ = put("b", "good");
    stage.cloud().holds("beside", "boot");
    stage.awaitSaying(stage.pool("beside", "data"), "boot");
    stage.cloud().refused.add("wrong");
    ObjectKey pool = stage.pool("alpha", "data");
    stage.awaitSaying(pool, "a-key does not exist");

    ApiObject secret = put("a", "wrong");
    stage.awaitSaying(pool, "the key is refused");
    var _ = replace(secret, "good");

    assertThat(stage.cloud().nextMade()).isEqualTo("alpha=boot");
    assertThat(stage.cloud().calls).containsOnlyOnce("b-key=good").contains("a-key=good");
  }

  @Test
  void aWriteThatWasRefusedIsMadeAtOnceWithAnotherKey() throws Exception {
    stage.cloud().readOnly.add("weak");
    ApiObject secret = put("a", "weak");
    stage.awaitSaying(stage.pool("alpha", "data"), "may only read");

    var _ = replace(secret, "strong");

    assertThat(stage.cloud().nextMade()).isEqualTo("alpha=boot");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aKeyThatIsGoneIsToldAndUsedNoMore(boolean labelled) throws Exception {
    var tree = stage.secret("a-key", "key", "good");
    if (labelled) {
      MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, InfraPoolFixture.CLUSTER);
    }
    ApiObject secret = stage.user().client().create(tree);
    ObjectKey pool = stage.pool("alpha", "data");
    awaitStanding();

    stage.user().client().delete(secret, PropagationPolicy.BACKGROUND);

    stage.awaitSaying(pool, "a-key does not exist");
    assertThat(stage.cloud().calls).isEmpty();
  }

  @Test
  void aPoolThatIsDeletedAfterItsKeyIsCleanedUpWithIt() throws Exception {
    ApiObject secret = put("a", "good");
    ObjectKey pool = stage.pool("alpha", "data");
    awaitStanding();
    stage.user().client().delete(secret, PropagationPolicy.BACKGROUND);
    stage.awaitSaying(pool, "a-key does not exist");

    ApiObject machines =
        stage.user().client().get(FakeBootstrapDataProvider.KIND, pool).orElseThrow();
    stage.user().client().delete(machines, PropagationPolicy.BACKGROUND);

    assertThat(nextCall()).isEqualTo("a-key=good");
  }

  @Test
  void aChangeOfNothingButLabelsBringsNoCall() throws Exception {
    ApiObject secret = put("a", "good");
    ObjectKey _ = stage.pool("alpha", "data");
    awaitStanding();

    ApiObject labelled =
        RetriedEdits.edit(
            stage.user().client(), secret, tree -> MetadataEdits.setLabel(tree, "team", "blue"));
    stage.settle();
    var _ = replace(labelled, "other");

    assertThat(nextCall()).isEqualTo("a-key=other");
  }

  /** The look before the pool is made, the write that makes it, and the look after it. */
  private void awaitStanding() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      assertThat(nextCall()).isEqualTo("a-key=good");
    }
  }

  private String nextCall() throws InterruptedException {
    return String.valueOf(stage.cloud().calls.poll(40, TimeUnit.SECONDS));
  }

  private ApiObject put(String prefix, String key) {
    return stage.user().client().create(stage.secret(prefix + "-key", "key", key));
  }

  private ApiObject replace(ApiObject secret, String key) {
    return RetriedEdits.edit(
        stage.user().client(), secret, tree -> tree.withObject("/data").put("key", encoded(key)));
  }
}
