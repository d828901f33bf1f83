package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.sandbox.objects.ExamplePools;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a change of the bootstrap data does to running machines, from the edit to the cloud. */
@WithTestSandbox
class BootstrapDataRolloutIT {

  private static final String VERSION = "LaunchTemplateVersion";
  private static final String REFRESH = "InstanceRefresh";

  private final TestSandbox testSandbox;

  BootstrapDataRolloutIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void otherContentMakesAVersionAndReplacesTheMachinesOfThatPoolAloneThatAsksForIt()
      throws Exception {
    ObjectKey silent = testSandbox.create("silent", 1);
    ObjectKey asking = testSandbox.create("asking", 1);
    testSandbox.kubectl(
        "annotate", "machinepool", asking.name(), MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE + "=true");
    Set<String> kept = running(silent);
    Set<String> replaced = running(asking);

    for (ObjectKey pool : List.of(silent, asking)) {
      patch("kubeadmconfig", pool, "{\"spec\":{\"preKubeadmCommands\":[\"echo more\"]}}");
    }

    awaitMade(VERSION, silent, 2);
    awaitReplaced(asking, replaced);
    assertThat(journal().creations(VERSION, asking.name())).isEqualTo(2);
    assertThat(journal().creations(REFRESH, asking.name())).isEqualTo(1);
    // It is written down before the version is made.
    assertThat(object(TestSandbox.AWS_POOL, silent).annotations())
        .doesNotContainKey("weir.io/owed-refresh");
    assertThat(journal().creations(REFRESH, silent.name())).isZero();
    assertThat(members(object(GroupKind.MACHINE_POOL, silent))).isEqualTo(kept);
    end(silent, asking);
  }

  @Test
  void anotherNameOfTheConfigOrOfTheDataReplacesTheMachinesThoughTheContentIsTheSame()
      throws Exception {
    ObjectKey referring = testSandbox.create("referring", 1);
    ObjectKey naming = testSandbox.create("naming", 1);
    Set<String> ofReferring = running(referring);
    Set<String> ofNaming = running(naming);

    apply(ExamplePools.pool(TestSandbox.NAMESPACE, "referring-next", 1).getFirst());
    bootFrom(referring, "{\"configRef\":{\"name\":\"referring-next\"}}");
    apply(copy(naming, "naming-own"));
    bootFrom(naming, "{\"configRef\":null,\"dataSecretName\":\"naming-own\"}");

    awaitReplaced(referring, ofReferring);
    awaitReplaced(naming, ofNaming);
    assertThat(journal().creations(REFRESH, referring.name())).isEqualTo(1);
    assertThat(journal().creations(REFRESH, naming.name())).isEqualTo(1);
    end(referring, naming);
    testSandbox.kubectl("delete", "secret", "naming-own");
  }

  /** The data of a pool's Secret in one of another name. */
  private ObjectNode copy(ObjectKey data, String name) throws InterruptedException {
    ApiObject secret = object(GroupKind.SECRET, data);
    ObjectNode copy = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    copy.withObject("/metadata").put("namespace", data.namespace()).put("name", name);
    copy.withObject("/metadata")
        .putObject("labels")
        .put(MetadataKeys.CLUSTER_NAME, secret.label(MetadataKeys.CLUSTER_NAME).orElseThrow());
    copy.set("type", secret.at("/type"));
    copy.set("data", secret.at("/data"));
    return copy;
  }

  private void apply(ObjectNode object) {
    ApiObject _ = testSandbox.sandbox().kube().client().apply(object);
  }

  private void bootFrom(ObjectKey pool, String bootstrap) throws Exception {
    patch(
        "machinepool",
        pool,
        "{\"spec\":{\"template\":{\"spec\":{\"bootstrap\":%s}}}}".formatted(bootstrap));
  }

  private void patch(String kind, ObjectKey object, String patch) throws Exception {
    testSandbox.kubectl("patch", kind, object.name(), "--type=merge", "-p", patch);
  }

  private Set<String> running(ObjectKey pool) throws InterruptedException {
    testSandbox.awaitRunning(pool, 1);
    return members(object(GroupKind.MACHINE_POOL, pool));
  }

  /** Waits until so many are made; the pool's status changes after each. */
  private void awaitMade(String what, ObjectKey pool, int count) throws InterruptedException {
    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        _ -> journal().creations(what, pool.name()) == count,
        "has made %d of %s".formatted(count, what));
  }

  private void awaitReplaced(ObjectKey pool, Set<String> before) throws InterruptedException {
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> members(object).size() == 1 && Collections.disjoint(members(object), before),
        "has one machine, and that another than " + before);
    testSandbox.awaitRunning(pool, 1);
  }

  private ApiObject object(GroupKind kind, ObjectKey key) throws InterruptedException {
    return testSandbox.await(kind, key, _ -> true, "exists");
  }

  private static Set<String> members(ApiObject pool) {
    Set<String> ids = new HashSet<>();
    pool.at("/spec/providerIDList").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  private Journal journal() {
    return testSandbox.aws().journal();
  }

  private void end(ObjectKey... pools) throws Exception {
    for (ObjectKey pool : pools) {
      testSandbox.delete(pool);
    }
    for (ObjectKey pool : pools) {
      testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
      testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
      testSandbox.assertNothingInAws(pool.name());
    }
  }
}
