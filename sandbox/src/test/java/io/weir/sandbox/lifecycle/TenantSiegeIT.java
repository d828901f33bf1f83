package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.controlplane.process.Command;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an editor of one namespace, Secrets included, can do who is after the others: to the manager
 * by what it reads, and to machines by what they are given. Each time the harm does not come, and
 * the object says why.
 *
 * <p>On two cores that other tests keep busy, the API server would have no time left for theirs.
 */
@Tag("explore")
@WithTestSandbox
class TenantSiegeIT {

  private static final GroupKind KAPSULE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");

  /** Of an answer of a server that belongs to others: what is read, and what lies in sockets. */
  private static final long LONGEST = 10L << 20;

  private final TestSandbox testSandbox;

  @TempDir private Path directory;

  TenantSiegeIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void theEditorsRightsEndWithTheNamespace() throws Exception {
    TenantEditor editor = editor("fenced");
    String own = editor.namespace();
    editor.create(List.of(cluster(own, "own", _ -> {}))).outputOrThrow();

    for (String other : List.of(TestSandbox.NAMESPACE, "weir-system", "kube-system")) {
      editor.assertForbidden("get", "secrets", "-n", other);
      editor.assertForbidden("get", "clusters.cluster.x-k8s.io", "-n", other);
    }
    editor.assertForbidden("create", "configmap", "weir-ownership", "-n", "weir-system");
    editor.assertForbidden("create", "token", "weir-manager", "-n", "weir-system");
    editor.assertForbidden(
        "create", "rolebinding", "more", "--clusterrole=cluster-admin", "--user=editor-of-fenced");
    editor.assertForbidden("label", "namespace", own, "example.org/tenant=trusted");
    editor.assertForbidden("get", "nodes");
    editor.assertForbidden("get", "validatingwebhookconfigurations");
    editor.assertForbidden(
        patch("customresourcedefinition", "clusters.cluster.x-k8s.io", "{\"spec\":{}}"));
    editor.assertForbidden(patch("awsclustercontrolleridentity", "default", "{\"spec\":{}}"));
    editor.assertForbidden(
        patch("cluster.cluster.x-k8s.io", "own", "{\"status\":{}}", "--subresource=status"));
    leave(editor);
  }

  private static String[] patch(String kind, String name, String patch, String... more) {
    var all = new ArrayList<>(List.of("patch", kind, name, "--type=merge", "-p", patch));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** The API server has a list converted as a whole, and one manager does that for everybody. */
  @Test
  void clustersThatAreHardToConvertKeepNobodyFromTheListOfAll() throws Exception {
    TenantEditor editor = editor("contortionists");
    String own = editor.namespace();
    for (ObjectNode hard :
        List.of(
            withVariable(own, "deep", "{\"n\":".repeat(9_900) + "1" + "}".repeat(9_900)),
            withVariable(own, "wide", "[" + "{},".repeat(400_000) + "{}]"),
            cluster(
                own,
                "full",
                cluster ->
                    cluster.withObject("/metadata/annotations").put("a", "x".repeat(262_143))))) {
      createInTheEnd(editor, hard);
    }

    String list = testSandbox.kubectl("get", "--raw", "/apis/cluster.x-k8s.io/v1beta1/clusters");

    assertThat(List.of(ExamplePools.CLUSTER, "deep", "wide", "full"))
        .allSatisfy(name -> assertThat(list).contains("\"name\":\"%s\"".formatted(name)));
    assertThat(testSandbox.sandbox().manager().isAlive()).isTrue();
    editor.run("delete", "clusters.cluster.x-k8s.io", "--all", "--timeout=120s").outputOrThrow();
    leave(editor);
  }

  /**
   * The API server alone takes seconds of processor time for such an object, and on a busy machine
   * more than the 34 s that it allows itself; then it may have stored the object all the same.
   */
  private static void createInTheEnd(TenantEditor editor, ObjectNode cluster) throws Exception {
    Command.Result result = editor.create(List.of(cluster));
    for (int again = 0;
        again < 3 && result.err().contains("Error from server (Timeout)");
        again++) {
      result = editor.create(List.of(cluster));
    }
    if (!result.err().contains("Error from server (AlreadyExists)")) {
      result.outputOrThrow();
    }
  }

  private static ObjectNode withVariable(String namespace, String name, String json) {
    return cluster(
        namespace,
        name,
        cluster -> {
          ObjectNode topology = cluster.withObject("/spec/topology").put("version", "v1.35.0");
          topology.withObject("/classRef").put("name", "any");
          topology
              .putArray("variables")
              .addObject()
              .put("name", "odd")
              .putRawValue("value", new RawValue(json));
        });
  }

  private static ObjectNode cluster(String namespace, String name, Consumer<ObjectNode> edit) {
    ObjectNode cluster = Json.MAPPER.createObjectNode();
    cluster.put("apiVersion", "cluster.x-k8s.io/v1beta2").put("kind", "Cluster");
    cluster.putObject("metadata").put("namespace", namespace).put("name", name);
    cluster.putObject("spec").put("paused", false);
    edit.accept(cluster);
    return cluster;
  }

  @Test
  void apiServersThatAnswerWithoutEndOrNeverAWriteHoldUpNoPoolOfOthers() throws Exception {
    ObjectKey others = testSandbox.create("unhindered", 1);
    testSandbox.awaitRunning(others, 1);
    TenantEditor editor = editor("dawdlers");
    String own = editor.namespace();
    try (var endless = new HostileApiServer(HostileApiServer.Manner.ENDLESS);
        var stalling = new HostileApiServer(HostileApiServer.Manner.STALLS_WRITES)) {
      attach(editor, "endless", endless);
      var stalled = new ObjectKey(own, ExamplePools.CLUSTER);
      create(editor, List.of(KubeconfigSecrets.of(stalled, stalling.kubeconfig())));
      create(editor, ExamplePools.cluster(own));
      create(editor, ExamplePools.pool(own, "dawdler", 1));

      new RecordedEvents(testSandbox.sandbox())
          .await(
              GroupKind.CLUSTER,
              stalled,
              EventReasons.REQUESTS_HELD_BACK,
              TestSandbox.PATIENCE,
              "did not answer");
      testSandbox.scale(others, 2);
      testSandbox.awaitRunning(others, 2);

      awaitMessage(GroupKind.CLUSTER, new ObjectKey(own, "endless"), "does not answer");
      awaitMessage(GroupKind.KUBEADM_CONFIG, new ObjectKey(own, "dawdler"), "did not answer");
      testSandbox.assertNothingInAws("dawdler");
      assertThat(endless.longest()).isLessThan(LONGEST);
      leave(editor);
    }
    end(others);
  }

  private void attach(TenantEditor editor, String name, HostileApiServer server) throws Exception {
    var key = new ObjectKey(editor.namespace(), name);
    create(
        editor,
        List.of(
            KubeconfigSecrets.of(key, server.kubeconfig()),
            cluster(key.namespace(), name, _ -> {})));
  }

  @Test
  void whatOpensAClusterIsNeitherOverwrittenNorGivenToMachines() throws Exception {
    TenantEditor editor = editor("locksmiths");
    String own = editor.namespace();
    var kubeconfig = new ObjectKey(own, ExamplePools.CLUSTER + "-kubeconfig");
    testSandbox.sandbox().createKubeconfigSecret(new ObjectKey(own, ExamplePools.CLUSTER));
    create(editor, ExamplePools.cluster(own));
    create(editor, List.of(opaque(own, "pull-secret")));
    List<ApiObject> before = List.of(secret(kubeconfig), secret(new ObjectKey(own, "pull-secret")));

    assertThat(editor.create(List.of(config(own, kubeconfig.name()))).err())
        .contains(
            "KubeadmConfig \"%s\" is invalid".formatted(kubeconfig.name()),
            "does not end in -kubeconfig");
    create(editor, ExamplePools.pool(own, "pull-secret", 1));
    create(editor, withData(own, "loot-of-pool", kubeconfig.name()));
    create(editor, withFile(own, "loot-of-config", kubeconfig.name()));

    awaitMessage(
        GroupKind.KUBEADM_CONFIG, new ObjectKey(own, "pull-secret"), "nothing is written to it");
    awaitMessage(
        TestSandbox.AWS_POOL,
        new ObjectKey(own, "loot-of-pool"),
        "names Secret " + kubeconfig.name(),
        "is the kubeconfig of a Cluster, which machines are not given");
    awaitMessage(
        GroupKind.KUBEADM_CONFIG,
        new ObjectKey(own, "loot-of-config"),
        "spec.files[0].contentFrom.secret",
        "the kubeconfig of Cluster " + ExamplePools.CLUSTER);
    assertThat(before)
        .allSatisfy(
            secret ->
                assertThat(secret(secret.key()).resourceVersion())
                    .isEqualTo(secret.resourceVersion()));
    for (String pool : List.of("pull-secret", "loot-of-pool", "loot-of-config")) {
      testSandbox.assertNothingInAws(pool);
    }
    leave(editor);
  }

  private ApiObject secret(ObjectKey key) {
    return testSandbox.sandbox().kube().client().get(GroupKind.SECRET, key).orElseThrow();
  }

  private static ObjectNode opaque(String namespace, String name) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", namespace).put("name", name);
    secret.putObject("stringData").put("value", "of somebody else");
    return secret;
  }

  private static ObjectNode config(String namespace, String name) {
    return ExamplePools.pool(namespace, name, 1).getFirst();
  }

  private static List<ObjectNode> withData(String namespace, String name, String secret) {
    List<ObjectNode> pool = ExamplePools.pool(namespace, name, 1);
    pool.getLast()
        .withObject("/spec/template/spec")
        .putObject("bootstrap")
        .put("dataSecretName", secret);
    return pool.subList(1, pool.size());
  }

  private static List<ObjectNode> withFile(String namespace, String name, String secret) {
    List<ObjectNode> pool = ExamplePools.pool(namespace, name, 1);
    ObjectNode file = pool.getFirst().withObject("/spec").putArray("files").addObject();
    file.put("path", "/loot");
    file.withObject("/contentFrom/secret").put("name", secret).put("key", "value");
    return pool;
  }

  @Test
  void aTemplateThatIsNestedDeeplyIsRefusedWithItsLine() throws Exception {
    TenantEditor editor = editor("nesters");
    String own = editor.namespace();
    testSandbox.sandbox().createKubeconfigSecret(new ObjectKey(own, ExamplePools.CLUSTER));
    create(editor, ExamplePools.cluster(own));
    List<ObjectNode> pool = ExamplePools.pool(own, "nester", 1);
    pool.getFirst()
        .withObject("/spec")
        .putArray("files")
        .addObject()
        .put("path", "/nest")
        .put("contentFormat", "Template")
        .put("content", "{{ " + "(".repeat(5_000) + "1" + ")".repeat(5_000) + " }}");

    create(editor, pool);

    awaitMessage(
        GroupKind.KUBEADM_CONFIG,
        new ObjectKey(own, "nester"),
        "spec.files[0]",
        "nested more than 100 deep");
    testSandbox.assertNothingInAws("nester");
    leave(editor);
  }

  @Test
  void aSecretOfTheEditorsSendsTheManagersCallsToNoOtherHost() throws Exception {
    TenantEditor editor = editor("diverters");
    String own = editor.namespace();
    try (var trap = new HostileApiServer(HostileApiServer.Manner.SILENT)) {
      ObjectNode secret = opaque(own, "demo-scaleway");
      secret
          .putObject("stringData")
          .put("SCW_SECRET_KEY", "11111111-2222-3333-4444-555555555555")
          .put("SCW_API_URL", trap.address().toString());
      create(editor, List.of(secret));
      create(editor, ExamplePools.cluster(SandboxCloud.SCALEWAY, own));
      create(editor, ExamplePools.pool(SandboxCloud.SCALEWAY, own, "diverted", 1));

      awaitMessage(
          KAPSULE_POOL,
          new ObjectKey(own, "diverted"),
          "has an entry SCW_API_URL that the manager may not call");

      assertThat(trap.callers()).isEmpty();
      leave(editor);
    }
  }

  @Test
  void tagsThatSayWhoseAResourceIsAreRefusedAndOpenUserDataIsWarnedOf() throws Exception {
    TenantEditor editor = editor("forgers");
    String own = editor.namespace();
    ObjectNode forged = infrastructure(own);
    ObjectNode tags = forged.withObject("/spec/additionalTags");
    tags.put("weir.io/pool", "AWSMachinePool/default/workers");
    tags.put("sigs.k8s.io/cluster-api-provider-aws/cluster/" + ExamplePools.CLUSTER, "owned");
    tags.put("kubernetes.io/cluster/somebody-elses", "owned");
    ObjectNode open = infrastructure(own);
    open.withObject("/spec/awsLaunchTemplate").remove("instanceMetadataOptions");
    ObjectNode lent = infrastructure(own);
    lent.withObject("/metadata/labels").put(MetadataKeys.CLUSTER_NAME, ExamplePools.CLUSTER);
    lent.withObject("/spec/additionalTags").put("kubernetes.io/cluster/somebody-elses", "owned");

    assertThat(editor.create(List.of(forged)).err())
        .contains("belong to Weir", "say which cluster a resource belongs to");
    assertThat(editor.create(List.of(open), "--dry-run=server").err())
        .contains("Warning: ", "httpTokens: required");
    assertThat(editor.create(List.of(lent), "--dry-run=server").err())
        .contains("Warning: ", "marks the machines as owned by a cluster other than");
    leave(editor);
  }

  private static ObjectNode infrastructure(String namespace) {
    return ExamplePools.pool(namespace, "forged", 1).get(1);
  }

  private TenantEditor editor(String namespace) throws Exception {
    return TenantEditor.of(testSandbox, namespace, directory);
  }

  private static void create(TenantEditor editor, List<ObjectNode> objects) throws Exception {
    String _ = editor.create(objects).outputOrThrow();
  }

  private void awaitMessage(GroupKind kind, ObjectKey key, String... words) throws Exception {
    ApiObject _ =
        testSandbox.await(
            kind,
            key,
            object -> {
              String conditions = object.at("/status/conditions").toString();
              return List.of(words).stream().allMatch(conditions::contains);
            },
            "says " + List.of(words));
  }

  private void leave(TenantEditor editor) throws Exception {
    testSandbox.kubectl("delete", "namespace", editor.namespace(), "--wait=false");
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
