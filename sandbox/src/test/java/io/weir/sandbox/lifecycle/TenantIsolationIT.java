package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.ObjectWaiter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.TagDescription;

/** What an editor of one namespace, with no other right, can do to the pools of others: nothing. */
@WithTestSandbox
class TenantIsolationIT {

  private static final String EDITOR = "mallory";
  private static final String FINALIZER = "awsmachinepool.infrastructure.cluster.x-k8s.io";

  private static final String FORMER = "0b6e9a0e-5a0c-4c52-9a4f-7a2f0f9a8f4d";

  private final TestSandbox testSandbox;
  private final AwsConsole aws;

  @TempDir private Path directory;

  TenantIsolationIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.aws = new AwsConsole(testSandbox.sandbox());
  }

  @Test
  void aClusterWithoutIdentityRefLendsNoCredentialsThatDoNotAdmitItsNamespace() throws Exception {
    String namespace = namespace("stowaways");
    refuse(namespace);

    create(ExamplePools.cluster(namespace));
    create(ExamplePools.pool(namespace, "stowaway", 2));

    var pool = new ObjectKey(namespace, "stowaway");
    awaitMessage(pool, "AWSClusterControllerIdentity/default", "does not admit");
    testSandbox.assertNothingInAws(pool.name());
    List<String> _ =
        new AuditLines(testSandbox)
            .await(
                "IdentityDenied",
                "uid=" + find(pool).uid(),
                "identity=AWSClusterControllerIdentity/default",
                "does not admit");
    testSandbox.kubectl("delete", "namespace", namespace, "--timeout=240s");
  }

  @Test
  void aForgedPlaceDeletesNothingWhetherItsNamespaceIsAdmittedOrNot() throws Exception {
    ObjectKey victim = testSandbox.create("treasure", 2);
    testSandbox.awaitRunning(victim, 2);
    String refused = namespace("burglars");
    refuse(refused);
    String admitted = namespace("lodgers");

    for (String namespace : List.of(refused, admitted)) {
      create(List.of(forgery(victim, namespace)));
      edit("delete", "awsmachinepool", victim.name(), "-n", namespace, "--wait=false");
    }
    // Under a name that nobody else has, so that nobody could ask for the victim's group as well.
    ObjectNode renamed = forgery(victim, admitted);
    renamed.withObject("/metadata").put("name", "unsuspected");
    renamed.withObject("/metadata/annotations").put("weir.io/adopt", "true");
    create(List.of(renamed));
    edit("delete", "awsmachinepool", "unsuspected", "-n", admitted, "--wait=false");
    awaitMessage(new ObjectKey(admitted, "unsuspected"), "nothing says where");

    awaitMessage(new ObjectKey(refused, victim.name()), "does not admit");
    awaitMessage(
        new ObjectKey(admitted, victim.name()), "left alone", "belongs to pool", "finalizer");
    assertUntouched(victim, 2);
    letGo(refused, victim.name());
    letGo(admitted, victim.name());
    letGo(admitted, "unsuspected");
    testSandbox.awaitGone(TestSandbox.AWS_POOL, new ObjectKey(admitted, victim.name()));
    assertUntouched(victim, 2);
    testSandbox.kubectl("delete", "namespace", refused, admitted, "--wait=false");
    end(victim);
  }

  @Test
  void theNameOfAClusterAndThePoolsMembersTakeOverNothingThatUpstreamMadeAndAuditorsAreTold()
      throws Exception {
    ObjectKey victim = testSandbox.create("heirloom", 2);
    testSandbox.awaitRunning(victim, 2);
    ApiObject pool = find(victim);
    pause(victim, "true");
    aws.untagGroup(victim.name(), "weir.io/pool", "weir.io/management-cluster");
    String namespace = namespace("impostors");
    var impostor = new ObjectKey(namespace, victim.name());

    create(ExamplePools.cluster(namespace));
    create(ExamplePools.pool(namespace, victim.name(), 1));

    awaitMessage(impostor, "was made by Cluster API's own provider", "weir.io/adopt=true");
    ObjectNode members = Json.MAPPER.createObjectNode();
    members.withObject("/spec").set("providerIDList", pool.at("/spec/providerIDList"));
    members.withObject("/metadata/annotations").put("weir.io/adopt", "true");
    edit(
        "patch",
        "awsmachinepool",
        victim.name(),
        "-n",
        namespace,
        "--type=merge",
        "-p",
        members.toString());
    awaitMessage(impostor, "could ask for it as well", "weir-ownership");
    assertThat(aws.group(victim.name()).desiredCapacity()).isEqualTo(2);

    adoptByAdministrator(victim);
    assertThat(find(impostor).at("/spec/providerIDList"))
        .isEqualTo(pool.at("/spec/providerIDList"));
    String impostorUid = find(impostor).uid();
    edit("delete", "machinepool", victim.name(), "-n", namespace, "--wait=false");
    awaitMessage(impostor, "left alone", "belongs to pool", "finalizer");
    letGo(namespace, victim.name());
    testSandbox.awaitGone(TestSandbox.AWS_POOL, impostor);
    assertUntouched(victim, 2);
    testSandbox.kubectl("delete", "namespace", namespace, "--wait=false");
    List<ApiObject> tokens =
        testSandbox.tokensOf(victim).stream()
            .filter(
                token ->
                    token
                        .label(BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE)
                        .filter(victim.namespace()::equals)
                        .isPresent())
            .toList();
    end(victim);
    assertAudited(pool, impostorUid, tokens);
  }

  /** The whole story of a pool: made, claimed by another, adopted, deleted. */
  private void assertAudited(ApiObject pool, String impostorUid, List<ApiObject> tokens)
      throws Exception {
    var audit = new AuditLines(testSandbox);
    String cluster = "cluster=default/" + ExamplePools.CLUSTER;
    String uid = "uid=" + pool.uid();
    List<String> _ = audit.await("ForeignObjectRefused", "uid=" + impostorUid, "weir.io/adopt");
    assertThat(audit.await("OwnershipTaken", uid, cluster, "cloud=aws", "identity="))
        .allSatisfy(line -> assertThat(line).contains("outcome=done requestIds="));
    assertThat(audit.await("CloudObjectDeleted", uid, cluster, "outcome=done requestIds="))
        .anySatisfy(line -> assertThat(line).contains("Auto Scaling group " + pool.name()))
        .anySatisfy(line -> assertThat(line).contains("launch template " + pool.name()));
    List<String> _ = audit.await("NodeDeleted", "kind=Node", cluster);
    assertThat(tokens).isNotEmpty();
    for (ApiObject token : tokens) {
      String id = "tokenId=" + token.name().replace("bootstrap-token-", "");
      assertThat(audit.await("TokenMade", "kind=KubeadmConfig", cluster, id)).hasSize(1);
      assertThat(audit.await("TokenRevoked", "uid=" + token.uid(), cluster, id)).hasSize(1);
    }
  }

  @Test
  void aPoolThatMovedWaitsWithItsMachinesUntilAnAdministratorSaysWhereItCameFrom()
      throws Exception {
    ObjectKey pool = testSandbox.create("migrant", 2);
    testSandbox.awaitRunning(pool, 2);

    aws.tagGroup(pool.name(), "weir.io/management-cluster", FORMER);
    awaitMessage(pool, "'%s default' to former-management-clusters".formatted(FORMER));
    testSandbox.delete(pool);
    awaitMessage(pool, "left alone", FORMER);
    assertThat(aws.group(pool.name()).status()).isNull();
    assertThat(aws.group(pool.name()).desiredCapacity()).isEqualTo(2);

    decide("former-management-clusters", FORMER + " default");
    awaitEvent(pool, "Relabel");
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }

  /** All that others attach in the shared sandbox counts against the memory that this fills. */
  @Test
  @Tag("explore")
  void serversAndObjectsThatAreAfterTheManagerLeaveThePoolsOfOthersServed() throws Exception {
    ObjectKey steady = testSandbox.create("steady", 1);
    testSandbox.awaitRunning(steady, 1);
    String namespace = namespace("besiegers");
    admitToSecrets(namespace);
    try (var redirecting = new HostileApiServer(HostileApiServer.Manner.REDIRECTS);
        var silent = new HostileApiServer(HostileApiServer.Manner.SILENT);
        var inventing = new HostileApiServer(HostileApiServer.Manner.INVENTS)) {
      attach(namespace, "inside", redirecting.kubeconfig(URI.create("https://169.254.169.254")));
      attach(namespace, "elsewhere", redirecting.kubeconfig());
      attach(namespace, "silent", silent.kubeconfig());
      attach(namespace, "inventing", inventing.kubeconfig());
      create(
          List.of(
              withVariable(namespace, "deep", "{\"n\":".repeat(2_000) + "1" + "}".repeat(2_000)),
              withVariable(namespace, "vast", "[" + "{},".repeat(200_000) + "{}]")));

      testSandbox.scale(steady, 2);
      testSandbox.awaitRunning(steady, 2);

      awaitCluster(namespace, "inside", "link-local");
      awaitCluster(namespace, "elsewhere", "redirects are not followed");
      awaitCluster(namespace, "silent", "does not answer");
      awaitCluster(namespace, "inventing", "MiB of memory that one cluster may take");
      awaitToldUnreadable(namespace, "deep");
      awaitToldUnreadable(namespace, "vast");
      assertThat(redirecting.followed()).isZero();
      for (HostileApiServer server : List.of(redirecting, silent, inventing)) {
        assertThat(server.callers())
            .hasSize(1)
            .allSatisfy(who -> assertThat(who).matches("weir/\\S+ \\(workload; [0-9a-f-]{36}\\)"));
      }
      edit("delete", "clusters.cluster.x-k8s.io", "--all", "-n", namespace, "--timeout=120s");
    }
    testSandbox.kubectl("delete", "namespace", namespace, "--wait=false");
    end(steady);
  }

  /** The editor may make Secrets, too. */
  private void admitToSecrets(String namespace) throws Exception {
    testSandbox.kubectl(
        "-n", namespace, "create", "role", "secrets", "--verb=create", "--resource=secrets");
    testSandbox.kubectl(
        "-n", namespace, "create", "rolebinding", "secrets", "--role=secrets", "--user=" + EDITOR);
    awaitRight(namespace, "secrets");
  }

  private void awaitRight(String namespace, String resource) throws Exception {
    var controlPlane = testSandbox.sandbox().controlPlane();
    TenantEditor.awaitRight(controlPlane, controlPlane.kubeconfigFile(EDITOR), namespace, resource);
  }

  /** A Cluster of the editor's, with the kubeconfig of the editor's choice. */
  private void attach(String namespace, String name, String kubeconfig) throws Exception {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret").put("type", "cluster.x-k8s.io/secret");
    secret
        .putObject("metadata")
        .put("namespace", namespace)
        .put("name", name + "-kubeconfig")
        .putObject("labels")
        .put(MetadataKeys.CLUSTER_NAME, name);
    secret.putObject("stringData").put("value", kubeconfig);
    ObjectNode cluster = emptyCluster(namespace, name);
    cluster.putObject("spec").put("paused", false);
    create(List.of(secret, cluster));
  }

  private static ObjectNode emptyCluster(String namespace, String name) {
    ObjectNode cluster = Json.MAPPER.createObjectNode();
    cluster.put("apiVersion", "cluster.x-k8s.io/v1beta2").put("kind", "Cluster");
    cluster.putObject("metadata").put("namespace", namespace).put("name", name);
    return cluster;
  }

  /** A Cluster with a variable, which may be anything. */
  private static ObjectNode withVariable(String namespace, String name, String json) {
    ObjectNode cluster = emptyCluster(namespace, name);
    ObjectNode topology = cluster.putObject("spec").putObject("topology");
    topology.put("version", "v1.35.0").putObject("classRef").put("name", "any");
    topology
        .putArray("variables")
        .addObject()
        .put("name", "odd")
        .putRawValue("value", new RawValue(json));
    return cluster;
  }

  private void awaitCluster(String namespace, String name, String words) throws Exception {
    ApiObject _ =
        testSandbox.await(
            GroupKind.CLUSTER,
            new ObjectKey(namespace, name),
            found -> found.at("/status/conditions").toString().contains(words),
            "says " + words);
  }

  /** Whoever runs the manager finds in its log which object it cannot read. */
  private void awaitToldUnreadable(String namespace, String name) throws Exception {
    String words = "Cluster %s/%s cannot be read: ".formatted(namespace, name);
    Path log = testSandbox.sandbox().manager().logFile();
    Instant end = Instant.now().plus(TestSandbox.PATIENCE);
    while (Files.readAllLines(log).stream().noneMatch(line -> line.contains(words))) {
      assertThat(Instant.now()).as(words).isBefore(end);
      Thread.sleep(100); // a file has no watch
    }
  }

  /** As the condition of a pool says that is held at its deletion. */
  private void letGo(String namespace, String pool) throws Exception {
    edit(
        "patch",
        "awsmachinepool",
        pool,
        "-n",
        namespace,
        "--type=merge",
        "-p",
        "{\"metadata\":{\"finalizers\":null}}");
  }

  /** What an administrator writes; each test has a key of its own. */
  private void decide(String key, String line) throws Exception {
    ObjectNode configMap =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
    configMap.putObject("metadata").put("name", "weir-ownership").put("namespace", "weir-system");
    configMap.putObject("data").put(key, line);
    Path file = Files.createTempFile(directory, "decisions", ".json");
    Files.writeString(file, configMap.toString());
    testSandbox.kubectl("apply", "--server-side", "--field-manager=" + key, "-f", file.toString());
  }

  /** The owner gets it back, with every machine, by the word of an administrator. */
  private void adoptByAdministrator(ObjectKey victim) throws Exception {
    List<String> before = members(victim);
    decide("adopt", "AWSMachinePool/" + victim + " " + ExamplePools.CLUSTER);
    pause(victim, "null");
    awaitEvent(victim, "Adopt");
    testSandbox.awaitRunning(victim, 2);
    assertThat(members(victim)).isEqualTo(before);
  }

  private void awaitEvent(ObjectKey pool, String reason) throws Exception {
    ObjectCache events = testSandbox.sandbox().kube().cache(BuiltInKinds.EVENT);
    try (var objectWaiter = ObjectWaiter.start(events, TestSandbox.PATIENCE)) {
      boolean told =
          objectWaiter.awaitUntil(
              () ->
                  events.list().stream()
                      .filter(event -> event.at("/reason").asText().equals(reason))
                      .map(event -> event.at("/regarding"))
                      .anyMatch(
                          about ->
                              about.path("name").asText().equals(pool.name())
                                  && about.path("namespace").asText().equals(pool.namespace())));
      assertThat(told).as("Event " + reason + " of " + pool).isTrue();
    }
  }

  private void assertUntouched(ObjectKey victim, int size) throws Exception {
    AutoScalingGroup group = aws.group(victim.name());
    assertThat(group.desiredCapacity()).isEqualTo(size);
    assertThat(group.status()).isNull();
    assertThat(group.tags())
        .filteredOn(tag -> tag.key().equals("weir.io/pool"))
        .extracting(TagDescription::value)
        .containsExactly("AWSMachinePool/" + victim);
  }

  /** An AWSMachinePool with everything of the victim's that stands in an object. */
  private ObjectNode forgery(ObjectKey victim, String namespace) {
    ObjectNode forged = find(victim).copyTree();
    forged.remove("status");
    ObjectNode metadata = forged.putObject("metadata");
    metadata.put("name", victim.name()).put("namespace", namespace);
    metadata.putObject("labels").put(MetadataKeys.CLUSTER_NAME, ExamplePools.CLUSTER);
    metadata.putArray("finalizers").add(FINALIZER);
    ObjectNode annotations = metadata.putObject("annotations");
    find(victim).annotations().forEach(annotations::put);
    return forged;
  }

  private ApiObject find(ObjectKey pool) {
    return testSandbox.sandbox().kube().client().get(TestSandbox.AWS_POOL, pool).orElseThrow();
  }

  private List<String> members(ObjectKey pool) {
    return find(pool).at("/spec/providerIDList").valueStream().map(JsonNode::asText).toList();
  }

  private void pause(ObjectKey pool, String value) throws Exception {
    String quoted = value.equals("null") ? value : "\"" + value + "\"";
    testSandbox.kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "awsmachinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(MetadataKeys.PAUSED, quoted));
  }

  private void awaitMessage(ObjectKey pool, String... words) throws Exception {
    ApiObject _ =
        testSandbox.await(
            TestSandbox.AWS_POOL,
            pool,
            object -> {
              String conditions = object.at("/status/conditions").toString();
              return List.of(words).stream().allMatch(conditions::contains);
            },
            "says " + List.of(words));
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }

  /** A namespace whose editor may do to the objects of Cluster API in it whatever he likes. */
  private String namespace(String name) throws Exception {
    testSandbox.kubectl("create", "namespace", name);
    testSandbox.kubectl(
        "-n",
        name,
        "create",
        "rolebinding",
        "editor",
        "--clusterrole=" + editorRole(),
        "--user=" + EDITOR);
    testSandbox.sandbox().createKubeconfigSecret(new ObjectKey(name, ExamplePools.CLUSTER));
    awaitRight(name, "clusters.cluster.x-k8s.io");
    return name;
  }

  private String editorRole() throws Exception {
    Path file = directory.resolve("role.yaml");
    Files.writeString(
        file,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: tenant-editor}
        rules:
          - apiGroups: [cluster.x-k8s.io, infrastructure.cluster.x-k8s.io, bootstrap.cluster.x-k8s.io]
            resources: ["*"]
            verbs: ["*"]
        """);
    testSandbox.kubectl("apply", "-f", file.toString());
    return "tenant-editor";
  }

  /** The others stay admitted: the sandbox is shared. */
  private void refuse(String namespace) throws Exception {
    testSandbox.kubectl("label", "namespace", namespace, "example.org/tenant=untrusted");
    testSandbox.kubectl(
        "patch",
        "awsclustercontrolleridentity",
        "default",
        "--type=merge",
        "-p",
        """
        {"spec": {"allowedNamespaces": {"selector": {"matchExpressions": [
          {"key": "example.org/tenant", "operator": "NotIn", "values": ["untrusted"]}]}}}}
        """);
  }

  private void create(List<ObjectNode> objects) throws Exception {
    Path file = Files.createTempFile(directory, "objects", ".json");
    ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    objects.forEach(list.putArray("items")::add);
    Files.writeString(file, list.toString());
    edit("create", "-f", file.toString());
  }

  /** What the editor does with kubectl. */
  private void edit(String... arguments) throws Exception {
    var controlPlane = testSandbox.sandbox().controlPlane();
    String _ =
        controlPlane.kubectlAs(controlPlane.kubeconfigFile(EDITOR), arguments).outputOrThrow();
  }
}
