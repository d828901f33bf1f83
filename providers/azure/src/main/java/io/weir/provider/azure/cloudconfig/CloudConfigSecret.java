package io.weir.provider.azure.cloudconfig;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.PoolSecret;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.SecretReader;
import io.weir.provider.azure.account.AzureClusterObjects;
import io.weir.provider.azure.account.AzurePrincipal;
import io.weir.provider.azure.account.AzurePrincipal.Proof;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.api.AzureReasons;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The Secret {@code <pool>-azure-json}, whatever bootstrap data reads of it. */
public final class CloudConfigSecret implements PoolSecret {

  private static final String SUFFIX = "-azure-json";
  private static final String ENTRY_OF_CREDENTIALS = "clientSecret";

  @Override
  public String name(ApiObject pool) {
    return pool.name() + SUFFIX;
  }

  @Override
  public Result resolve(Context context) {
    try {
      var queries = new QueryCollector(context.known());
      Optional<MachineCredentials> credentials = credentials(context, queries);
      return credentials.isPresent()
          ? wanted(context, credentials.get())
          : new Result.NeedsQueries(queries.missing());
    } catch (PrerequisiteException why) {
      return new Result.Blocked(why);
    }
  }

  private static Result wanted(Context context, MachineCredentials credentials)
      throws PrerequisiteException {
    var objects = AzureClusterObjects.of(context.inputs());
    objects.requireNetwork();
    String text =
        new CloudProviderConfig(
                AzureScope.of(context.scope()).orElseThrow(),
                principal(context).tenant(),
                objects.azureCluster().spec(),
                credentials)
            .text();
    return new Result.Wanted(
        Map.of(objects.cluster().name(), "owned"),
        // Upstream keeps three that are equal; each is read by configs of some age.
        Map.of(
            "control-plane-azure.json", text, "worker-node-azure.json", text, "azure.json", text),
        notice(context, credentials));
  }

  /** Empty if the cloud must be asked first. */
  private static Optional<MachineCredentials> credentials(Context context, QueryCollector queries)
      throws PrerequisiteException {
    AzureMachinePool.Spec spec = context.inputs().pool().as(AzureMachinePool.class).spec();
    return switch (Objects.requireNonNullElse(spec.identity(), "")) {
      case "SystemAssigned" -> Optional.of(new MachineCredentials.SystemAssigned());
      case "UserAssigned" -> {
        if (spec.userAssignedIdentities().isEmpty()) {
          throw PrerequisiteException.invalid(
              "spec.identity is UserAssigned and spec.userAssignedIdentities names none: name one");
        }
        yield queries
            .resultOf(
                UserAssignedIdentityQuery.of(spec.userAssignedIdentities().getFirst().providerID()),
                UserAssignedIdentityQuery.ClientId.class)
            .map(answer -> new MachineCredentials.UserAssigned(answer.value()));
      }
      default ->
          Optional.of(
              new MachineCredentials.Application(
                  principal(context).client(), clientSecret(context)));
    };
  }

  /** Granted before anything is done in the scope. */
  private static AzurePrincipal principal(Context context) {
    return AzurePrincipal.of(context.scope().identity()).orElseThrow();
  }

  /** A certificate is not written: the file has no place for one that the cloud provider reads. */
  private static String clientSecret(Context context) throws PrerequisiteException {
    Optional<ObjectKey> beside =
        context
            .scope()
            .identity()
            .credentialsSecret()
            .filter(_ -> isServicePrincipal(context))
            .filter(key -> key.namespace().equals(context.inputs().pool().namespace()));
    if (beside.isEmpty()) {
      return "";
    }
    String secret = SecretReader.entry(context.credentials(), ENTRY_OF_CREDENTIALS);
    if (secret.isEmpty()) {
      // What was written stays: without its Secret the identity is of no use, and that is told.
      throw PrerequisiteException.waiting(
          AzureReasons.IDENTITY_NOT_USABLE,
          "Secret %s has no %s yet".formatted(beside.get(), ENTRY_OF_CREDENTIALS));
    }
    return secret;
  }

  private static boolean isServicePrincipal(Context context) {
    return principal(context).proof() == Proof.CLIENT_SECRET;
  }

  private static Optional<PrerequisiteException> notice(
      Context context, MachineCredentials credentials) {
    if (!(credentials instanceof MachineCredentials.Application application)
        || !isServicePrincipal(context)) {
      return Optional.empty();
    }
    String secret = context.inputs().pool().name() + SUFFIX;
    String better =
        "set spec.identity to SystemAssigned, or to UserAssigned with spec.userAssignedIdentities";
    return Optional.of(
        PrerequisiteException.needsUserAction(
            AzureReasons.VM_IDENTITY_NONE,
            application.secret().isEmpty()
                ? "spec.identity is None, and the client secret of %s is not copied from another namespace: Secret %s has no credentials. If programs on machines call Azure, %s; or write that Secret yourself, without the label %s"
                    .formatted(
                        context.scope().identity(),
                        secret,
                        better,
                        context.inputs().cluster().map(ApiObject::name).orElse(""))
                : "spec.identity is None, so that Secret %s has the client secret of %s in clear, and so has each machine whose bootstrap data reads it: %s"
                    .formatted(secret, context.scope().identity(), better)));
  }
}
