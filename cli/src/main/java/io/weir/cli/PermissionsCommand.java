package io.weir.cli;

import io.weir.provider.PoolProviderFactory;
import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir permissions}. */
@Command(
    name = "permissions",
    header = "Prints what the manager must be allowed in a cloud.",
    description = {
      "",
      "In the form that the cloud takes, such as an IAM policy for AWS or a role definition for"
          + " Azure. docs/permissions.md says what each part is for.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  weir permissions aws > policy.json",
      "  weir permissions aws --management-cluster \\",
      "    $(kubectl get namespace kube-system -o jsonpath='{.metadata.uid}')"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class PermissionsCommand implements Callable<Integer> {
  private static final String UID = "[0-9A-Za-z-]{1,64}";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "CLOUD",
      description = "The cloud: ${COMPLETION-CANDIDATES}.",
      completionCandidates = PermittingClouds.class)
  private String cloud = "";

  @Option(
      names = "--management-cluster",
      paramLabel = "UID",
      description =
          "The only management cluster whose objects may be changed, where the cloud can tell:"
              + " the UID of its namespace kube-system (default: any).")
  private @Nullable String managementCluster;

  @Override
  public Integer call() {
    if (managementCluster != null && !managementCluster.matches(UID)) {
      throw new ParameterException(
          spec.commandLine(), "%s is not the UID of a namespace".formatted(managementCluster));
    }
    var factory =
        ServiceLoader.load(PoolProviderFactory.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.cloud().equals(cloud))
            .findFirst();
    String document =
        factory
            .flatMap(found -> found.permissions(Optional.ofNullable(managementCluster)))
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "unknown cloud '%s'; use one of %s"
                            .formatted(cloud, String.join(", ", new PermittingClouds()))));
    spec.commandLine().getOut().print(document);
    spec.commandLine().getOut().flush();
    return 0;
  }

  /** The clouds whose permissions are known, in order. */
  static final class PermittingClouds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ServiceLoader.load(PoolProviderFactory.class).stream()
          .map(ServiceLoader.Provider::get)
          .filter(each -> each.permissions(Optional.empty()).isPresent())
          .map(PoolProviderFactory::cloud)
          .sorted()
          .iterator();
    }
  }
}
