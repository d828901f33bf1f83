package io.weir.cli;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.cli.UndoDecision.Edit;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.Subresource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir rollout undo}. */
@Command(
    name = "undo",
    header = "Sets a pool back to what its machines were made of before.",
    description = {
      "These are the settings with which all its machines were last up to date and available, or"
          + " the ones before, if the pool has these settings: the infrastructure pool's fields"
          + " whose change replaces machines, the Kubernetes version, and where bootstrap data"
          + " comes from. The content of a KubeadmConfig is not kept. Whoever applies the objects"
          + " from elsewhere, such as from Git, overwrites this with the next sync: change them"
          + " there, too."
    },
    footer = {
      "",
      "Examples:",
      "  weir rollout undo workers",
      "  weir rollout undo workers -n team-a --dry-run=server"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class RolloutUndoCommand implements Callable<Integer> {

  private static final int ATTEMPTS = 5;

  @Mixin private PoolOptions options = new PoolOptions();

  @Option(
      names = "--dry-run",
      paramLabel = "none|client|server",
      defaultValue = "none",
      arity = "0..1",
      fallbackValue = "client",
      description =
          "With client, print what would be changed; with server, also ask the API server whether"
              + " it would take it (default: none).")
  private DryRun dryRun = DryRun.none;

  /** As kubectl spells them. */
  enum DryRun {
    none(""),
    client(" (dry run)"),
    server(" (server dry run)");

    private final String suffix;

    DryRun(String suffix) {
      this.suffix = suffix;
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (PoolOptions.OpenPool pool = options.open()) {
      KubeClient client = pool.cluster().client();
      ApiObject machinePool = pool.get();
      switch (decide(client, machinePool)) {
        case UndoDecision.Refused(String why) -> throw new IOException(why);
        case UndoDecision.Planned(List<Edit> edits, var config, List<String> notes) -> {
          if (config.isPresent()) {
            // Without it the pool would wait for data, and the present one is forgotten.
            ApiObject _ = get(client, config.get(), machinePool.namespace());
          }
          carryOut(client, edits);
          notes.forEach(note -> options.out().println("Note: " + note));
          options
              .out()
              .printf("%s rolled back%s%n", PoolOptions.described(machinePool), dryRun.suffix);
        }
      }
    }
    return 0;
  }

  private static UndoDecision decide(KubeClient client, ApiObject machinePool) throws IOException {
    MachinePool.Spec spec = machinePool.as(MachinePool.class).spec();
    ContractReference to = spec.template().spec().infrastructureRef();
    Set<String> fields =
        MachineFields.of(to.groupKind())
            .orElseThrow(
                () ->
                    new IOException(
                        "%s is of no cloud that this command knows: set its former settings yourself"
                            .formatted(to.groupKind())));
    ApiObject infrastructure = get(client, to, machinePool.namespace());
    Optional<ApiObject> cluster =
        client.get(GroupKind.CLUSTER, new ObjectKey(machinePool.namespace(), spec.clusterName()));
    return UndoDecision.of(machinePool, infrastructure, cluster, fields);
  }

  private static ApiObject get(KubeClient client, ContractReference to, String namespace)
      throws IOException {
    var key = new ObjectKey(namespace, to.name());
    return client
        .get(to.groupKind(), key)
        .orElseThrow(
            () -> new IOException("%s %s not found: create it first".formatted(to.kind(), key)));
  }

  /** All is judged by the server before anything is written: two objects are not one write. */
  private void carryOut(KubeClient client, List<Edit> edits) throws IOException {
    PrintWriter out = options.out();
    for (Edit edit : edits) {
      String name = PoolOptions.described(edit.object());
      edit.changes().forEach(change -> out.println(name + ": " + change.described()));
    }
    out.flush();
    if (dryRun == DryRun.client) {
      return;
    }
    for (Edit edit : edits) {
      ApiObject _ = client.tryPatch(edit.object(), edit.patch());
    }
    if (dryRun == DryRun.server) {
      return;
    }
    for (int done = 0; done < edits.size(); done++) {
      try {
        write(client, edits.get(done));
      } catch (KubeException failure) {
        if (done == 0) {
          throw failure;
        }
        throw new IOException(halfDone(edits.subList(done, edits.size()), failure), failure);
      }
    }
  }

  /** Their status changes all the time; what is written is not to meet another edit of people. */
  private static void write(KubeClient client, Edit edit) {
    ApiObject base = edit.object();
    for (int attempt = 1; ; attempt++) {
      try {
        ApiObject _ = client.patch(base, edit.patch(), Subresource.MAIN);
        return;
      } catch (KubeException.Conflict changed) {
        ApiObject now = client.get(base.groupKind(), base.key()).orElseThrow(() -> changed);
        boolean same =
            now.uid().equals(edit.object().uid())
                && edit.changes().stream().allMatch(change -> change.holdsFor(now));
        if (!same || attempt == ATTEMPTS) {
          throw changed;
        }
        base = now;
      }
    }
  }

  private static String halfDone(List<Edit> left, Exception failure) {
    return "the undo is half done, finish it by hand (%s); still to do: %s"
        .formatted(
            failure.getMessage(),
            left.stream()
                .flatMap(
                    edit ->
                        edit.changes().stream()
                            .map(change -> edit.object() + " " + change.described()))
                .collect(Collectors.joining("; ")));
  }
}
