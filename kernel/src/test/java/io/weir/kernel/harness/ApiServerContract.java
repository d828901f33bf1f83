package io.weir.kernel.harness;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.value;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.kube.Resource;
import io.weir.kernel.kube.Subresource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What controllers rely on in an API server. It holds of a real one, so that what is proven before
 * one in memory is proven.
 */
public abstract class ApiServerContract {

  private TestCluster server;
  private String namespace = "";
  private String account = "";
  private KubeCluster cluster;
  private KubeClient client;

  /** The server, with the kind Widget. */
  protected abstract TestCluster server() throws Exception;

  /** A namespace that nothing else uses. */
  protected abstract String newNamespace() throws Exception;

  @BeforeEach
  final void connect() throws Exception {
    server = server();
    namespace = newNamespace();
    account = TestClusters.account("contract");
    cluster =
        TestClusters.connect(server, account, WatchSettings.defaults().inNamespace(namespace));
    client = cluster.client();
  }

  @AfterEach
  final void disconnect() {
    cluster.close();
  }

  private ObjectKey key(String name) {
    return new ObjectKey(namespace, name);
  }

  private static ObjectNode held(ObjectNode tree) {
    MetadataEdits.addFinalizer(tree, "test.weir.io/hold");
    return tree;
  }

  private ApiObject release(ApiObject held) {
    return RetriedEdits.edit(
        client, held, tree -> tree.withObject("/metadata").remove("finalizers"));
  }

  private ApiObject stored(ApiObject object) {
    return client.get(object.groupKind(), object.key()).orElseThrow();
  }

  private ObjectNode configMap(String name) {
    return TestObjects.parse(
        """
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"namespace": "%s", "name": "%s"}}
        """
            .formatted(namespace, name));
  }

  private ObjectNode secret(String name) {
    return TestObjects.parse(
        """
        {"apiVersion": "v1", "kind": "Secret", "stringData": {"key": "text"},
         "metadata": {"namespace": "%s", "name": "%s"}}
        """
            .formatted(namespace, name));
  }

  @Nested
  class Creations {

    @Test
    void giveAnIdentityAndTakeNoStatus() {
      ObjectNode tree = widget(namespace, "w");
      tree.withObject("/status").put("seen", 1);

      ApiObject created = client.create(tree);

      assertThat(created.uid()).isNotEmpty();
      assertThat(created.resourceVersion()).isNotEmpty();
      assertThat(created.generation()).isEqualTo(1);
      assertThat(created.creationTimestamp()).isPresent();
      assertThat(created.status()).isEmpty();
      assertThat(stored(created).copyTree()).isEqualTo(created.copyTree());
    }

    @Test
    void ofWhatIsThereAreRefused() {
      ApiObject _ = client.create(widget(namespace, "w"));

      assertThatExceptionOfType(KubeException.AlreadyExists.class)
          .isThrownBy(() -> client.create(widget(namespace, "w")))
          .withMessageStartingWith("cannot create Widget " + namespace + "/w: ");
    }

    @Test
    void encodeTheTextOfASecret() {
      ApiObject created = client.create(secret("s"));

      assertThat(created.at("/data/key").asText()).isEqualTo("dGV4dA==");
      assertThat(created.at("/stringData").isMissingNode()).isTrue();
    }
  }

  @Nested
  class Changes {

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
      assertThat(value(edited)).isEqualTo(5);
    }

    @Test
    void ofTheSpecAloneMakeANewGeneration() {
      ApiObject created = client.create(widget(namespace, "w"));

      ApiObject reported = client.editStatus(created, status -> status.put("seen", 1));
      ApiObject labelled = client.edit(reported, tree -> MetadataEdits.setLabel(tree, "a", "b"));
      ApiObject edited = client.edit(labelled, tree -> value(tree, 5));

      assertThat(reported.generation()).isEqualTo(1);
      assertThat(labelled.generation()).isEqualTo(1);
      assertThat(edited.generation()).isEqualTo(2);
    }

    @Test
    void thatLeaveAllAsItIsMakeNoNewVersion() {
      ApiObject created = client.create(widget(namespace, "w"));
      ObjectNode same = Json.MAPPER.createObjectNode();
      same.withObject("/spec").put("value", 0);

      ApiObject after = client.patch(created, same, Subresource.MAIN);

      assertThat(after.resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void ofAnOutdatedObjectAreAConflict() {
      ApiObject created = client.create(widget(namespace, "w"));
      ApiObject _ = client.edit(created, tree -> value(tree, 1));

      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.editStatus(created, status -> status.put("seen", 1)));
      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.edit(created, tree -> value(tree, 2)));
    }

    @Test
    void ofAnnotationsAloneTakeEffectOnAnOutdatedObjectButOnNoOtherOfItsName() {
      ApiObject created = client.create(widget(namespace, "w"));
      ApiObject _ = client.edit(created, tree -> value(tree, 1));

      ApiObject noted =
          client.annotate(created, Map.of("a", Optional.of("1"), "b", Optional.of("2")));
      ApiObject fewer = client.annotate(created, Map.of("a", Optional.empty()));

      assertThat(noted.annotations()).containsEntry("a", "1").containsEntry("b", "2");
      assertThat(fewer.annotations()).containsOnlyKeys("b");
      assertThat(value(fewer)).isEqualTo(1);
      client.delete(fewer, PropagationPolicy.BACKGROUND);
      ApiObject _ = client.create(widget(namespace, "w"));
      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.annotate(created, Map.of("a", Optional.of("1"))));
    }

    @Test
    void thatApplyToOneObjectMeetNoOtherOfItsName() {
      ApiObject first = client.create(widget(namespace, "w"));
      ObjectNode wanted = widget(namespace, "w");
      wanted.withObject("/metadata").put("uid", first.uid());
      ApiObject applied = client.apply(wanted);
      assertThat(applied.uid()).isEqualTo(first.uid());

      client.delete(first, PropagationPolicy.BACKGROUND);
      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.apply(wanted));
      ApiObject _ = client.create(widget(namespace, "w"));
      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.apply(wanted));
    }

    @Test
    void ofWhatIsGoneFindNothing() {
      ApiObject created = client.create(widget(namespace, "w"));
      client.delete(created, PropagationPolicy.BACKGROUND);

      assertThatExceptionOfType(KubeException.NotFound.class)
          .isThrownBy(() -> client.edit(created, tree -> value(tree, 4)));
    }

    @Test
    void thatApplyCreateAndThenBringBackWhatWasChanged() {
      ApiObject first = client.apply(widget(namespace, "w"));
      ApiObject _ = client.edit(first, tree -> value(tree, 9));

      ApiObject again = client.apply(widget(namespace, "w"));

      assertThat(again.uid()).isEqualTo(first.uid());
      assertThat(value(again)).isZero();
    }

    @Test
    void leaveNoEmptyListOfFinalizers() {
      ApiObject created = client.create(held(widget(namespace, "w")));

      ApiObject edited =
          client.edit(
              created, tree -> tree.withObject("/metadata").withArray("finalizers").removeAll());

      assertThat(edited.at("/metadata/finalizers").isMissingNode()).isTrue();
    }
  }

  @Nested
  class Deletions {

    @Test
    void waitForTheLastFinalizer() {
      ApiObject created = client.create(held(widget(namespace, "w")));

      client.delete(created, PropagationPolicy.BACKGROUND);
      ApiObject deleting = stored(created);
      client.delete(deleting, PropagationPolicy.BACKGROUND);

      assertThat(deleting.isDeleting()).isTrue();
      assertThat(deleting.generation()).isEqualTo(2);
      assertThat(stored(created).resourceVersion()).isEqualTo(deleting.resourceVersion());
      ApiObject _ = release(deleting);
      assertThat(client.get(WIDGET, key("w"))).isEmpty();
    }

    @Test
    void endWithAnAnswerThatKeepsWhatWasWritten() {
      ApiObject created = client.create(held(widget(namespace, "w")));
      client.delete(created, PropagationPolicy.BACKGROUND);
      ApiObject deleting = stored(created);

      ApiObject last =
          client.editKept(deleting, tree -> tree.withObject("/metadata").remove("finalizers"));

      assertThat(last.finalizers()).isEmpty();
      assertThat(last.resourceVersion()).isEqualTo(deleting.resourceVersion());
      assertThat(client.get(WIDGET, key("w"))).isEmpty();
    }

    @Test
    void ofWhatIsGoneSucceed() {
      ApiObject created = client.create(widget(namespace, "w"));
      client.delete(created, PropagationPolicy.BACKGROUND);
      client.delete(created, PropagationPolicy.BACKGROUND);

      assertThat(client.get(WIDGET, key("w"))).isEmpty();
    }

    @Test
    void doNotTouchAnObjectOfTheSameNameThatCameLater() {
      ApiObject old = client.create(widget(namespace, "w"));
      client.delete(old, PropagationPolicy.BACKGROUND);
      ApiObject young = client.create(widget(namespace, "w"));

      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.delete(old, PropagationPolicy.BACKGROUND));
      assertThat(client.get(WIDGET, key("w")).map(ApiObject::uid)).contains(young.uid());
    }

    @Test
    void ofAnObjectAsItWasDoNotTouchAChangedOne() {
      ApiObject created = client.create(widget(namespace, "w"));
      ApiObject _ = client.edit(created, tree -> value(tree, 3));

      assertThatExceptionOfType(KubeException.Conflict.class)
          .isThrownBy(() -> client.deleteUnchanged(created, PropagationPolicy.BACKGROUND));
    }

    /** Not Widgets: the collector of a real server learns of new kinds every half minute. */
    private ObjectNode owned(String name, ApiObject... owners) {
      ObjectNode tree = configMap(name);
      var references = tree.withObject("/metadata").putArray("ownerReferences");
      for (ApiObject owner : owners) {
        references
            .addObject()
            .put("apiVersion", owner.apiVersion())
            .put("kind", owner.groupKind().kind())
            .put("name", owner.name())
            .put("uid", owner.uid());
      }
      return tree;
    }

    @Test
    void takeDependentsAlongWithTheLastOfTheirOwners() throws Exception {
      ApiObject one = client.create(configMap("one"));
      ApiObject two = client.create(configMap("two"));
      ApiObject both = client.create(owned("both", one, two));
      ApiObject alone = client.create(owned("alone", one));
      ApiObject heldOne = client.create(held(owned("held", one)));

      client.delete(one, PropagationPolicy.BACKGROUND);

      ObjectCache maps = cluster.cache(BuiltInKinds.CONFIG_MAP);
      CacheWaits.awaitGone(maps, alone.key());
      ApiObject marked = CacheWaits.awaitObject(maps, heldOne.key(), ApiObject::isDeleting);
      ApiObject left =
          CacheWaits.awaitObject(maps, both.key(), seen -> seen.ownerReferences().size() == 1);
      assertThat(left.ownerReferences().getFirst().uid()).isEqualTo(two.uid());
      assertThat(left.isDeleting()).isFalse();
      ApiObject _ = release(marked);
      client.delete(two, PropagationPolicy.BACKGROUND);
      CacheWaits.awaitGone(maps, both.key());
    }
  }

  @Nested
  class Watches {

    private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();

    private void follow(ObjectCache cache) throws Exception {
      assertThat(cache.awaitSynced(Duration.ofMinutes(1))).isTrue();
      var _ =
          cache.subscribe(
              change ->
                  received.add(change.getClass().getSimpleName() + " " + change.key().name()));
    }

    private String next() throws Exception {
      return received.poll(1, TimeUnit.MINUTES);
    }

    /** What this connection writes its caches are shown at once; this is somebody else. */
    private KubeCluster other() throws Exception {
      return TestClusters.connect(
          server, TestClusters.account("other"), WatchSettings.defaults().inNamespace(namespace));
    }

    @Test
    void tellWhatComesChangesAndGoes() throws Exception {
      follow(cluster.cache(WIDGET));
      try (KubeCluster other = other()) {
        ApiObject created = other.client().create(widget(namespace, "w"));
        assertThat(next()).isEqualTo("Added w");
        ApiObject reported = other.client().editStatus(created, status -> status.put("seen", 1));
        assertThat(next()).isEqualTo("Updated w");
        other.client().delete(reported, PropagationPolicy.BACKGROUND);
        assertThat(next()).isEqualTo("Deleted w");
      }
    }

    @Test
    void byALabelTellWhatGetsAndLosesIt() throws Exception {
      follow(cluster.cache(WIDGET, ObjectSelector.withLabelValue("colour", "blue")));
      try (KubeCluster other = other()) {
        ApiObject created = other.client().create(widget(namespace, "w"));
        ApiObject blue =
            other.client().edit(created, tree -> MetadataEdits.setLabel(tree, "colour", "blue"));
        assertThat(next()).isEqualTo("Added w");
        ApiObject _ =
            other.client().edit(blue, tree -> MetadataEdits.setLabel(tree, "colour", "red"));
        assertThat(next()).isEqualTo("Deleted w");
      }
    }

    @Test
    void byALabelThatExistsAndByAName() throws Exception {
      follow(cluster.cache(GroupKind.SECRET, ObjectSelector.withLabel("colour")));
      follow(cluster.cache(GroupKind.SECRET, ObjectSelector.byName(key("this"))));
      try (KubeCluster other = other()) {
        ApiObject _ = other.client().create(secret("neither"));
        ObjectNode coloured = secret("coloured");
        MetadataEdits.setLabel(coloured, "colour", "any");
        ApiObject _ = other.client().create(coloured);
        assertThat(next()).isEqualTo("Added coloured");
        ApiObject _ = other.client().create(secret("this"));
        assertThat(next()).isEqualTo("Added this");
      }
    }

    @Test
    void beginWithWhatIsThere() throws Exception {
      try (KubeCluster other = other()) {
        ApiObject _ = other.client().create(widget(namespace, "first"));
        follow(cluster.cache(WIDGET));
        assertThat(next()).isEqualTo("Added first");
      }
      assertThat(client.list(WIDGET, namespace, ObjectSelector.everything()))
          .extracting(ApiObject::name)
          .containsExactly("first");
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

    @Test
    void thatAreNotInstalledAreUnknown() {
      assertThatExceptionOfType(KubeException.KindUnknown.class)
          .isThrownBy(() -> client.get(new GroupKind("test.weir.io", "Nothing"), key("w")));
    }
  }

  @Nested
  class Accounts {

    private KubeCluster connected(String kubeconfig) {
      return KubeCluster.connectBuiltIns(
          KubeConfigs.fromText(kubeconfig, "test"), WatchSettings.defaults(), RequestListener.NONE);
    }

    @Test
    void withoutRightsAreForbidden() {
      try (var stranger = connected(server.kubeconfig("stranger-" + namespace))) {
        assertThatExceptionOfType(KubeException.Forbidden.class)
            .isThrownBy(() -> stranger.client().get(GroupKind.SECRET, key("s")))
            .withMessageContaining("cannot get resource \"secrets\"")
            .withMessageContaining("stranger-" + namespace);
      }
    }

    @Test
    void areToldApartInTheLog() throws Exception {
      AuditLog.Mark mark = server.auditLog().mark();
      ApiObject created = client.create(widget(namespace, "w"));
      ApiObject _ = client.editStatus(created, status -> status.put("seen", 1));
      ApiObject last = client.create(configMap("last"));

      assertThat(
              server
                  .auditLog()
                  .await(mark, one -> one.name().equals(last.name()), Duration.ofMinutes(1)))
          .isPresent();
      assertThat(server.auditLog().since(mark))
          .filteredOn(request -> request.user().equals(account))
          .filteredOn(AuditRecord::isWrite)
          .extracting(
              request -> request.verb() + " " + request.resourceType() + " " + request.name())
          .containsExactly(
              "create widgets.test.weir.io w",
              "patch widgets.test.weir.io/status w",
              "create configmaps last");
    }

    @Test
    void learnTheVersionOfTheServer() {
      assertThat(client.serverVersion()).startsWith("v1.");
      assertThat(client.get(BuiltInKinds.NODE, new ObjectKey("", "none"))).isEmpty();
    }
  }
}
