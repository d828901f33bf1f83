package io.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.Config;
import io.weir.api.ApiObject;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.RequestListener;
import io.weir.provider.PoolProviderFactory;
import io.weir.sandbox.objects.CloudIdentities;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import io.weir.sandbox.objects.Installation;
import io.weir.sandbox.objects.ManagerDeployment;
import io.weir.sandbox.objects.ManagerRbac;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir install}. */
@Command(
    name = "install",
    header = "Installs what the manager needs in a cluster.",
    description = {
      "",
      "That is: the CRDs; the namespace weir-system with the manager's ServiceAccount; its rights,"
          + " bound to it, and the admission policy that holds it further; the Service and the"
          + " configurations of the webhooks; and the identities that let pools use the manager's"
          + " own cloud credentials; each only for the controllers that the manager is to have. You"
          + " can repeat it, and should after each update. Existing CRDs that Weir did not install,"
          + " or that others have changed since, stay as they are. With --image, the manager itself"
          + " as well: a Deployment of two replicas, of which one works.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  weir install                     in the cluster of $KUBECONFIG",
      "  weir install -o yaml             only print it, to review or keep it",
      "  weir install --namespace team-a  for a manager limited to one namespace",
      "  weir install --controllers=aws   for a manager of AWS pools beside another core",
      "  weir install --image registry.example.com/weir:0.1.0 \\",
      "    --manager-option=--watch-filter=weir",
      "                                   and run it in the cluster"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class InstallCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig of the cluster (default: $KUBECONFIG, else ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description =
          "Print everything and change nothing; yaml is the only format. This does not contact"
              + " the cluster, so leave out the CRDs that another project has installed.")
  private @Nullable String output;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description =
          "The only namespace whose objects the manager may access; start it with the same option"
              + " (default: all namespaces). CRDs, Namespaces and kinds of no namespace, such as"
              + " identities, it reads all the same.")
  private @Nullable String namespace;

  @Option(
      names = "--controllers",
      paramLabel = "LIST",
      defaultValue = "*",
      description =
          "What the manager does, in a list of ${COMPLETION-CANDIDATES}; * for all, -NAME to leave"
              + " one out. Start it with the same option (default: all).",
      completionCandidates = RoleNames.class)
  private String controllers = "";

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description =
          "The image to run the manager from, in a Deployment in weir-system (default: none; a"
              + " Deployment that is there stays as it is).")
  private @Nullable String image;

  @Option(
      names = "--manager-option",
      paramLabel = "OPTION",
      description =
          "An option for the manager in the Deployment, such as"
              + " --manager-option=--concurrency=40; may be repeated. --controllers and --namespace"
              + " are passed on as they are given here. Those of an earlier install are replaced.")
  private List<String> managerOptions = List.of();

  /** What {@code --controllers} may name, in order. */
  static final class RoleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              Stream.of("core", "kubeadm", "eks", "gke"),
              ServiceLoader.load(PoolProviderFactory.class).stream()
                  .map(factory -> factory.get().cloud())
                  .sorted())
          .iterator();
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = installation();
    Optional<ObjectNode> deployment = deployment();
    PrintWriter out = spec.commandLine().getOut();
    if (output == null) {
      install(installation, deployment, out);
    } else if (output.equals("yaml")) {
      print(installation, deployment, out);
    } else {
      throw new ParameterException(
          spec.commandLine(), "unknown format %s; use yaml".formatted(output));
    }
    out.flush();
    return 0;
  }

  private Installation installation() {
    try {
      return Installation.of(controllers, Optional.ofNullable(namespace));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private Optional<ObjectNode> deployment() {
    if (image == null) {
      if (!managerOptions.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            "--manager-option is for a manager in a Deployment: give its --image as well");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(
          ManagerDeployment.of(image, controllers, Optional.ofNullable(namespace), managerOptions)
              .manifest());
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private static void print(
      Installation installation, Optional<ObjectNode> deployment, PrintWriter out)
      throws IOException {
    YAMLMapper yaml =
        YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();
    for (ObjectNode object : installation.crds()) {
      out.print(yaml.writeValueAsString(object));
    }
    for (ObjectNode object : installation.rights()) {
      out.print(yaml.writeValueAsString(object));
    }
    for (ObjectNode object : installation.policies()) {
      out.print(yaml.writeValueAsString(object));
    }
    if (deployment.isPresent()) {
      out.print(yaml.writeValueAsString(deployment.get()));
    }
    printIdentities(installation.identities(), yaml, out);
  }

  /** As comments: kubectl cannot apply an object together with its kind. */
  private static void printIdentities(List<ApiObject> identities, YAMLMapper yaml, PrintWriter out)
      throws IOException {
    if (identities.isEmpty()) {
      return;
    }
    out.println("# To be applied when the CRDs above are established: whose pools may use the");
    out.println("# manager's own credentials.");
    for (ApiObject identity : identities) {
      yaml.writeValueAsString(identity.copyTree())
          .lines()
          .forEach(line -> out.println("# " + line));
    }
  }

  private void install(Installation installation, Optional<ObjectNode> deployment, PrintWriter out)
      throws IOException, InterruptedException {
    try (var cluster =
        KubeCluster.connect(config(), WatchSettings.defaults(), RequestListener.NONE)) {
      CustomResourceDefinitions.Installed installed = installation.installCrds(cluster, PATIENCE);
      out.printf("installed %d CRDs%n", installed.kinds());
      installed
          .skipped()
          .forEach(crd -> out.printf("%s %s and is left as it is%n", crd.name(), crd.why()));
      boolean held = installation.installRights(cluster.client());
      out.printf(
          "ServiceAccount %s in namespace %s has the manager's permissions, for %s%n",
          ManagerRbac.ACCOUNT, ManagerRbac.NAMESPACE, installation.roleNames());
      if (!held) {
        out.println(
            "this API server knows no ValidatingAdmissionPolicy, as those before Kubernetes 1.30:"
                + " the account may create Secrets of every type, tokens of other accounts too;"
                + " --namespace holds it to one namespace");
      }
      installation
          .installIdentities(cluster.client())
          .forEach(each -> out.println(described(each)));
      List<ApiObject> wider = installation.widerBindings(cluster.client());
      if (!wider.isEmpty()) {
        // Another manager may need them.
        out.printf(
            "granting more than this needs: %s; delete them to revoke that, unless another manager"
                + " of Weir uses them%n",
            wider.stream().map(ApiObject::toString).collect(Collectors.joining(", ")));
      }
      deployment.ifPresent(
          object -> out.printf("%s runs %s%n", cluster.client().apply(object), image));
    }
    out.println();
    next(deployment.isPresent()).forEach(out::println);
  }

  private static List<String> next(boolean deployed) {
    String credentials =
        "AWS's SDK looks for credentials in its usual places; for other clouds, what a Cluster"
            + " refers to names them.";
    return deployed
        ? List.of(
            "Follow it: kubectl -n weir-system rollout status deployment/weir-manager", credentials)
        : List.of(
            "Next, start the manager: in the cluster with the --image that you have built, or",
            "anywhere with a --kubeconfig of this account, not your own. docs/install.md has the",
            "commands.",
            credentials);
  }

  private String described(CloudIdentities.Installed installed) {
    return installed.created()
        ? "%s lets pools of %s use the manager's own credentials: restrict that with its spec.allowedNamespaces"
            .formatted(
                installed.identity(),
                namespace == null ? "all namespaces" : "namespace " + namespace)
        : "%s already exists and is left as it is: pools in namespaces that its spec.allowedNamespaces does not allow are not reconciled"
            .formatted(installed.identity());
  }

  private Config config() {
    Path file = kubeconfig == null ? DefaultKubeconfig.path() : kubeconfig;
    if (!Files.isReadable(file)) {
      throw new ParameterException(
          spec.commandLine(),
          "cannot read kubeconfig %s; name another with --kubeconfig".formatted(file));
    }
    return KubeConfigs.fromFile(file, "install");
  }
}
