package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.controlplane.process.Command;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.sandbox.objects.Installation;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.usage.ApiUsers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What somebody can do who has come by a token of the manager's account. */
@WithControlPlane
class ManagerAccountIT {

  private static final String CLUSTER = "install";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** From the functions to the last command about the file. */
  private static final Pattern COMMANDS =
      Pattern.compile("(?ms)^admin\\(\\).*^own use-context weir$");

  private final ControlPlane controlPlane;

  @TempDir private Path directory;

  ManagerAccountIT(@NamedCluster(CLUSTER) ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  /** Nothing is left of what other installations have granted. */
  @BeforeEach
  void revokeAll() throws Exception {
    install();
    try (var admin =
        KubeCluster.connect(
            KubeConfigs.fromFile(controlPlane.adminKubeconfig(), "test"),
            WatchSettings.defaults(),
            RequestListener.NONE)) {
      for (ObjectNode object : Installation.of("*", Optional.empty()).rights()) {
        var one = new ApiObject(object);
        if (one.groupKind().kind().endsWith("RoleBinding")) {
          admin
              .client()
              .get(one.groupKind(), one.key())
              .ifPresent(there -> admin.client().delete(there, PropagationPolicy.BACKGROUND));
        }
      }
    }
  }

  @Test
  void isAllThatTheKubeconfigOfTheReadmeHolds() throws Exception {
    install();
    Path own = kubeconfigWithToken();

    assertThat(run(own, "auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
        .isEqualTo("system:serviceaccount:weir-system:weir-manager");
    assertThat(Files.readString(own)).contains("token: ").doesNotContain("client-key");
    assertThat(Files.getPosixFilePermissions(own))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void ofWorkloadClustersMakesAndDeletesJoinTokensOnly() throws Exception {
    String manifest =
        ManagerRbac.ofWorkloadAccount().stream()
            .map(ObjectNode::toString)
            .collect(Collectors.joining("\n---\n"));
    controlPlane.apply(manifest);
    Path stolen = controlPlane.kubeconfigFile(ApiUsers.WORKLOAD);
    String _ = apply(secret("kube-system", "of-others", "Opaque"));
    String refused = "type: Weir writes and deletes join tokens";
    awaitSaid(
        refused,
        () ->
            run(
                stolen,
                write(secret("kube-system", "t", "kubernetes.io/service-account-token")),
                "create",
                "--dry-run=server",
                "-f"));

    assertThat(create(stolen, secret("kube-system", "t", "kubernetes.io/service-account-token")))
        .contains(refused);
    assertThat(run(stolen, "delete", "secret", "of-others", "-n", "kube-system")).contains(refused);
    assertThat(patch(stolen, "kube-system", "of-others", "{\"data\": {\"key\": \"bmV3\"}}"))
        .contains(refused);
    assertThat(create(stolen, secret("default", "t", "bootstrap.kubernetes.io/token")))
        .contains("forbidden");
  }

  @Test
  void makesNoTokenOfAnotherAccountAndNothingElseThatGrantsRights(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install();
    Path stolen = kubeconfigWithToken();
    awaitHeld(stolen, namespace);
    String ownType = "type: Weir writes Secrets of type cluster.x-k8s.io/secret, not ";

    assertThat(create(stolen, secret("kube-system", "t", "kubernetes.io/service-account-token")))
        .contains(ownType + "kubernetes.io/service-account-token");
    assertThat(create(stolen, secret("kube-system", "t", "bootstrap.kubernetes.io/token")))
        .contains(ownType + "bootstrap.kubernetes.io/token");
    assertThat(create(stolen, secret("weir-system", "t", "Opaque"))).contains(ownType + "Opaque");
    assertThat(
            create(
                stolen,
                labelled(
                    secret(namespace, "t", "cluster.x-k8s.io/secret"),
                    "argocd.argoproj.io/secret-type",
                    "cluster")))
        .contains("metadata.labels: Weir sets labels of Cluster API and of Weir only");
    for (String kind :
        List.of(
            "validatingwebhookconfigurations",
            "mutatingwebhookconfigurations",
            "validatingadmissionpolicies",
            "clusterroles",
            "clusterrolebindings",
            "roles",
            "rolebindings",
            "serviceaccounts",
            "serviceaccounts/token",
            "pods",
            "deployments.apps",
            "daemonsets.apps",
            "jobs.batch",
            "certificatesigningrequests.certificates.k8s.io",
            "customresourcedefinitions")) {
      assertThat(may(stolen, "create", kind)).as("create " + kind).isEqualTo("no");
    }
    for (String verb : List.of("impersonate", "bind", "escalate")) {
      for (String kind : List.of("users", "groups", "serviceaccounts", "clusterroles", "roles")) {
        assertThat(may(stolen, verb, kind)).as(verb + " " + kind).isEqualTo("no");
      }
    }
    assertThat(may(stolen, "patch", "mutatingwebhookconfigurations/other")).isEqualTo("no");
    assertThat(may(stolen, "patch", "validatingadmissionpolicies")).isEqualTo("no");
    assertThat(may(stolen, "delete", "secrets")).isEqualTo("no");
    assertThat(run(stolen, "create", "token", "default", "-n", "kube-system"))
        .contains("cannot create resource \"serviceaccounts/token\"");
    assertThat(
            run(
                stolen,
                "create",
                "clusterrolebinding",
                "mine",
                "--clusterrole=cluster-admin",
                "--user=me"))
        .contains("cannot create resource \"clusterrolebindings\"");
  }

  @Test
  void changesNoSecretOfAnotherTypeButForTheLabelThatMakesItAClustersCa(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install();
    Path stolen = kubeconfigWithToken();
    awaitHeld(stolen, namespace);
    String _ = apply(secret(namespace, "theirs", "Opaque"));

    assertThat(patch(stolen, namespace, "theirs", "{\"data\": {\"key\": \"bmV3\"}}"))
        .contains("type: Weir writes Secrets of type");
    assertThat(
            patch(
                stolen,
                namespace,
                "theirs",
                "{\"metadata\": {\"annotations\": {\"reflector/allowed\": \"true\"}}}"))
        .contains("type: Weir writes Secrets of type");
    assertThat(
            patch(
                stolen,
                namespace,
                "theirs",
                "{\"metadata\": {\"labels\": {\"argocd.argoproj.io/secret-type\": \"cluster\"}}}"))
        .contains("metadata.labels: Weir sets labels of Cluster API and of Weir only");
    assertThat(
            patch(
                stolen,
                namespace,
                "theirs",
                "{\"metadata\": {\"labels\": {\"cluster.x-k8s.io/cluster-name\": \"demo\"}}}"))
        .contains("patched");
    assertThat(create(stolen, secret(namespace, "own", "cluster.x-k8s.io/secret")))
        .contains("created");
    assertThat(patch(stolen, namespace, "own", "{\"data\": {\"key\": \"bmV3\"}}"))
        .contains("patched");
  }

  @Test
  void changesTheCloudConfigurationThatAnAzureMachinePoolOwnsAndNoOtherSecretOfThatForm(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install();
    Path stolen = kubeconfigWithToken();
    awaitHeld(stolen, namespace);
    String other = "{\"data\": {\"key\": \"bmV3\"}}";
    String _ = apply(ownedSecret(namespace, "workers-azure-json", "AzureMachinePool"));
    String _ = apply(ownedSecret(namespace, "of-machine-azure-json", "AzureMachine"));
    String _ = apply(ownedSecret(namespace, "password", "AzureMachinePool"));

    assertThat(patch(stolen, namespace, "workers-azure-json", other)).contains("patched");
    assertThat(
            patch(
                stolen,
                namespace,
                "workers-azure-json",
                "{\"metadata\": {\"ownerReferences\": null}, \"data\": {\"key\": \"b2xk\"}}"))
        .contains("forbidden");
    assertThat(patch(stolen, namespace, "of-machine-azure-json", other))
        .contains("type: Weir writes Secrets of type");
    assertThat(patch(stolen, namespace, "password", other))
        .contains("type: Weir writes Secrets of type");
    String own = secret(namespace, "own", "cluster.x-k8s.io/secret");
    assertThat(create(stolen, labelled(own, "demo", "owned"))).contains("metadata.labels");
    assertThat(
            create(
                stolen,
                own.replace(
                    "\"labels\": {}",
                    "\"labels\": {\"demo\": \"owned\", \"cluster.x-k8s.io/cluster-name\":"
                        + " \"demo\"}")))
        .contains("created");
  }

  /**
   * As Cluster API's provider for Azure leaves it. Of a version that is not installed the garbage
   * collector cannot tell that the owner does not exist.
   */
  private static String ownedSecret(String namespace, String name, String owner) {
    return labelled(secret(namespace, name, "Opaque"), "demo", "owned")
        .replace(
            "\"metadata\": {",
            "\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"infrastructure.cluster.x-k8s.io/v1alpha4\", \"kind\": \"%s\", \"name\": \"%s\", \"uid\": \"1\"}], "
                .formatted(owner, name.replace("-azure-json", "")));
  }

  @Test
  void seesNothingOfOtherNamespacesWhenItIsHeldToOne(
      @FreshNamespace(cluster = CLUSTER) String served,
      @FreshNamespace(cluster = CLUSTER) String other)
      throws Exception {
    install("--namespace", served);
    Path stolen = kubeconfigWithToken();
    awaitHeld(stolen, served);
    String _ = apply(secret(served, "seen", "Opaque"));
    String _ = apply(secret(other, "hidden", "Opaque"));

    assertThat(run(stolen, "get", "secret", "seen", "-n", served)).contains("seen");
    assertThat(run(stolen, "get", "secret", "hidden", "-n", other)).contains("forbidden");
    assertThat(run(stolen, "get", "secrets", "-A")).contains("forbidden");
    assertThat(run(stolen, "get", "secrets", "-n", "weir-system")).contains("forbidden");
    for (String kind :
        List.of(
            "secrets",
            "events.events.k8s.io",
            "clusters.cluster.x-k8s.io",
            "machinepools.cluster.x-k8s.io",
            "kubeadmconfigs.bootstrap.cluster.x-k8s.io",
            "awsmachinepools.infrastructure.cluster.x-k8s.io",
            "awsclusters.infrastructure.cluster.x-k8s.io",
            "scalewaymanagedmachinepools.infrastructure.cluster.x-k8s.io")) {
      for (String verb : List.of("get", "list", "watch", "create", "patch", "delete")) {
        assertThat(may(stolen, verb, kind, "-n", other)).as(verb + " " + kind).isEqualTo("no");
      }
    }
    assertThat(may(stolen, "patch", "awsmachinepools", "-n", served)).isEqualTo("yes");
    assertThat(may(stolen, "list", "awsclustercontrolleridentities")).isEqualTo("yes");
  }

  /** Made by the commands of docs/install.md. */
  private Path kubeconfigWithToken() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "install.md"));
    Matcher commands = COMMANDS.matcher(page);
    assertThat(commands.find()).as("docs/install.md makes a kubeconfig").isTrue();
    var shell = new ProcessBuilder("bash", "-euc", commands.group());
    Path kubectl = Binaries.findOrBuild(_ -> {}).path(Binary.KUBECTL);
    shell.environment().put("KUBECONFIG", controlPlane.adminKubeconfig().toString());
    shell
        .environment()
        .merge("PATH", kubectl.getParent().toString(), (old, own) -> own + ":" + old);
    shell.directory(directory.toFile()).inheritIO();
    assertThat(shell.start().waitFor()).isZero();
    return directory.resolve("manager.kubeconfig");
  }

  /** An API server knows rights, and heeds policies, a moment after they were stored. */
  private void awaitHeld(Path stolen, String namespace) throws Exception {
    String probe = secret(namespace, "probe", "Opaque");
    awaitSaid(
        "type: Weir writes", () -> run(stolen, write(probe), "create", "--dry-run=server", "-f"));
  }

  private static void awaitSaid(String wanted, Callable<String> command) throws Exception {
    String said;
    long end = System.nanoTime() + PATIENCE.toNanos();
    do {
      said = command.call();
    } while (!said.contains(wanted) && System.nanoTime() < end);
    assertThat(said).contains(wanted);
  }

  private static String secret(String namespace, String name, String type) {
    return """
    {"apiVersion": "v1", "kind": "Secret", "type": "%s",
     "metadata": {"namespace": "%s", "name": "%s", "labels": {},
       "annotations": {"kubernetes.io/service-account.name": "default"}},
     "data": {"key": "b2xk"}}
    """
        .formatted(type, namespace, name);
  }

  private static String labelled(String secret, String key, String value) {
    return secret.replace("\"labels\": {}", "\"labels\": {\"%s\": \"%s\"}".formatted(key, value));
  }

  private String create(Path kubeconfig, String object) throws Exception {
    return run(kubeconfig, write(object), "create", "-f");
  }

  private String apply(String object) throws Exception {
    return controlPlane.kubectl("apply", "-f", write(object).toString()).outputOrThrow();
  }

  private String patch(Path kubeconfig, String namespace, String name, String patch)
      throws Exception {
    return run(kubeconfig, "patch", "secret", name, "-n", namespace, "--type=merge", "-p", patch);
  }

  private String may(Path kubeconfig, String... arguments) throws Exception {
    String[] line =
        Stream.concat(Stream.of("auth", "can-i"), Arrays.stream(arguments)).toArray(String[]::new);
    return controlPlane.kubectlAs(kubeconfig, line).out().strip();
  }

  private String run(Path kubeconfig, Path file, String... arguments) throws Exception {
    var line = new ArrayList<>(List.of(arguments));
    line.add(file.toString());
    return run(kubeconfig, line.toArray(String[]::new));
  }

  /** What kubectl says, whether or not it succeeds. */
  private String run(Path kubeconfig, String... arguments) throws Exception {
    Command.Result result = controlPlane.kubectlAs(kubeconfig, arguments);
    return result.out() + result.err();
  }

  private Path write(String object) throws Exception {
    return Files.writeString(Files.createTempFile(directory, "object", ".json"), object);
  }

  private void install(String... more) {
    var printed = new StringWriter();
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(printed, true));
    var line =
        new ArrayList<>(
            List.of("install", "--kubeconfig", controlPlane.adminKubeconfig().toString()));
    line.addAll(List.of(more));
    assertThat(weir.execute(line.toArray(String[]::new))).as(printed.toString()).isZero();
  }
}
