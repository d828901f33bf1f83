package io.weir.cli;

import io.weir.provider.PoolProviderFactory;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
      "In the form that the cloud takes: an IAM policy for AWS, a role definition for Azure, the"
          + " rules of an IAM policy for Scaleway. docs/permissions.md says what each part is for.",
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

  @Parameters(paramLabel = "CLOUD", description = "The cloud: aws, azure or scaleway.")
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
                        "unknown cloud '%s'; use one of %s".formatted(cloud, known())));
    spec.commandLine().getOut().print(document);
    spec.commandLine().getOut().flush();
    return 0;
  }

  private static String known() {
    return ServiceLoader.load(PoolProviderFactory.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.permissions(Optional.empty()).isPresent())
        .map(PoolProviderFactory::cloud)
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
