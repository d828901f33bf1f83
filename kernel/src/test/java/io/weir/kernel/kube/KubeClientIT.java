package io.weir.kernel.kube;

import static io.weir.kernel.TestApiServer.WIDGET;
import static io.weir.kernel.TestApiServer.widget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.TestApiServer;
import io.weir.kernel.cache.WatchSettings;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KubeClientIT {

  private static KubeCluster cluster;
  private static KubeClient client;
  private String namespace = "";

  @BeforeAll
  static void connect() throws Exception {
    cluster = TestApiServer.connect(TestApiServer.newAccount());
    client = cluster.client();
    assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
  }

  @AfterAll
  static void disconnect() {
    cluster.close();
  }

  @BeforeEach
  void namespace() throws Exception {
    namespace = TestApiServer.plane().createNamespace("client-");
  }

  private ObjectKey key(String name) {
    return new ObjectKey(namespace, name);
  }

  private static void value(ObjectNode tree, int value) {
    tree.withObject("/spec").put("value", value);
  }

  @Nested
  class Edits {

    @Test
    void keepWhatOthersWroteAndWhatWeDoNotKnow() {
      ObjectNode tree = widget(namespace, "w");
      tree.withObject("/spec").put("theirs", "kept").put("gone", 1);
      ApiObject created = client.create(tree);

      ApiObject edited =
          client.edit(
              created,
              copy -> {
                value(copy, 2);
                copy.withObject("/spec").remove("gone");
              });

      assertThat(edited.spec())
          .isEqualTo(Json.MAPPER.createObjectNode().put("value", 2).put("theirs", "kept"));
      assertThat(edited.at("/metadata/managedFields").isMissingNode()).isTrue();
    }

    @Test
    void ofTheStatusLeaveTheSpecAloneAndTheOtherWayRound() {
      ApiObject created = client.create(widget(namespace, "w"));

      ApiObject reported = client.editStatus(created, status -> status.put("seen", 1));
      ApiObject edited = client.edit(reported, tree -> value(tree, 5));

      assertThat(edited.status().path("seen").asInt()).isOne();
      assertThat(edited.spec().path("value").asInt()).isEqualTo(5);
    }

    @Test
    void ofAnOutdatedObjectAreAConflict() {
      ApiObject created = client.create(widget(namespace, "w"));
      ApiObject _ = client.edit(created, tree -> value(tree, 1));

      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.editStatus(created, status -> status.put("seen", 1)));
    }

    @Test
    void thatRemoveTheLastFinalizerOfADeletedObjectLetItGo() {
      ObjectNode tree = widget(namespace, "w");
      tree.withObject("/metadata").putArray("finalizers").add("test.weir.io/hold");
      ApiObject created = client.create(tree);
      client.delete(created, Propagation.BACKGROUND);
      ApiObject deleting = client.get(WIDGET, key("w")).orElseThrow();
      assertThat(deleting.deleting()).isTrue();

      ApiObject _ =
          client.edit(deleting, copy -> copy.withObject("/metadata").remove("finalizers"));

      assertThat(client.get(WIDGET, key("w"))).isEmpty();
    }
  }

  @Nested
  class Failures {

    @Test
    void areSortedByWhatTheCallerCanDo() {
      ApiObject created = client.create(widget(namespace, "w"));

      assertThatExceptionOfType(KubeException.AlreadyExists.class)
          .isThrownBy(() -> client.create(widget(namespace, "w")))
          .withMessageStartingWith("cannot create Widget " + namespace + "/w: ");
      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(
              () -> {
                ApiObject _ = client.edit(created, tree -> value(tree, 3));
                client.deleteUnchanged(created, Propagation.BACKGROUND);
              });
      assertThatExceptionOfType(KubeException.KindUnknown.class)
          .isThrownBy(() -> client.get(new GroupKind("test.weir.io", "Nothing"), key("w")));
      client.delete(created, Propagation.BACKGROUND);
      assertThatExceptionOfType(KubeException.NotFound.class)
          .isThrownBy(() -> client.edit(created, tree -> value(tree, 4)));
      client.delete(created, Propagation.BACKGROUND);
    }

    @Test
    void ofValidationNameTheFields() {
      ObjectNode wrong = widget(namespace, "w");
      wrong.withObject("/spec").put("size", -1);

      KubeException.Invalid refused =
          catchThrowableOfType(KubeException.Invalid.class, () -> client.create(wrong));

      assertThat(refused.fields()).containsExactly("spec.size");
    }

    @Test
    void aboutSecretsQuoteNoData() {
      ObjectNode secret =
          Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
      secret.withObject("/metadata").put("namespace", namespace).put("name", "s");
      secret.withObject("/stringData").put("not a key", "hush-hush");
      secret.put("type", "hush-hush/hush/hush");

      KubeException.Invalid refused =
          catchThrowableOfType(KubeException.Invalid.class, () -> client.create(secret));

      assertThat(refused).hasMessageContaining("422 Invalid").hasMessageContaining("data[");
      assertThat(refused.getMessage()).doesNotContain("hush");
    }

    @Test
    void ofANamespaceThatIsBeingDeletedAreToldFromMissingRights() throws Exception {
      ObjectNode held = widget(namespace, "held");
      held.withObject("/metadata").putArray("finalizers").add("example.org/held");
      ApiObject holding = client.create(held);
      String _ =
          TestApiServer.plane().kubectl("delete", "namespace", namespace, "--wait=false").orThrow();
      ObjectNode secret =
          Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
      secret.withObject("/metadata").put("namespace", namespace).put("name", "s");

      assertThatExceptionOfType(KubeException.NamespaceEnding.class)
          .isThrownBy(() -> client.create(secret))
          .withMessage("cannot create Secret " + namespace + "/s: its namespace is being deleted");

      // Kubernetes writes it too, for it is being deleted with its namespace.
      ApiObject _ =
          io.weir.kernel.harness.Edits.edit(
              client, holding, tree -> tree.withObject("/metadata").remove("finalizers"));
    }

    @Test
    void ofRightsAreForbidden() {
      String stranger = TestApiServer.plane().kubeconfig(TestApiServer.newAccount());
      try (var other =
          KubeCluster.connectBuiltIns(
              KubeConfigs.fromText(stranger, "test"),
              WatchSettings.defaults(),
              RequestListener.NONE)) {
        assertThatExceptionOfType(KubeException.Forbidden.class)
            .isThrownBy(() -> other.client().get(GroupKind.SECRET, key("s")));
      }
    }
  }

  @Nested
  class Deletions {

    @Test
    void doNotTouchAnObjectOfTheSameNameThatCameLater() {
      ApiObject old = client.create(widget(namespace, "w"));
      client.delete(old, Propagation.BACKGROUND);
      ApiObject young = client.create(widget(namespace, "w"));

      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.delete(old, Propagation.BACKGROUND));

      assertThat(client.get(WIDGET, key("w")).map(ApiObject::uid)).contains(young.uid());
    }
  }

  @Nested
  class Apply {

    @Test
    void createsAndThenBringsBackWhatWasChanged() {
      ApiObject first = client.apply(widget(namespace, "w"));
      ApiObject _ = client.edit(first, tree -> value(tree, 9));

      ApiObject again = client.apply(widget(namespace, "w"));

      assertThat(again.uid()).isEqualTo(first.uid());
      assertThat(again.spec().path("value").asInt()).isZero();
    }
  }

  @Nested
  class Kinds {

    @Test
    void areDescribedByTheirCrds() {
      Resource widget = cluster.kinds().find(WIDGET).orElseThrow();

      assertThat(widget.plural()).isEqualTo("widgets");
      assertThat(widget.apiVersion()).isEqualTo("test.weir.io/v1");
      assertThat(widget.namespaced()).isTrue();
      assertThat(widget.contract()).contains("v1beta2");
      assertThat(widget.contractVersion()).contains("v1");
    }
  }
}
