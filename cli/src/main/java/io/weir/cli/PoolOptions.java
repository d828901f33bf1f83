package io.weir.cli;

import io.fabric8.kubernetes.client.Config;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which MachinePool a command is about, as kubectl would be told. */
final class PoolOptions {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** As the API server calls the kind in what it refuses. */
  static final String RESOURCE = "machinepools.cluster.x-k8s.io";

  /** As kubectl takes it before the slash. */
  private static final Set<String> KINDS =
      Set.of("machinepool", "machinepools", "mp", "machinepool.cluster.x-k8s.io", RESOURCE);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "POOL",
      description = "Name of the MachinePool; machinepool/NAME will do.")
  private String pool = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Namespace of the MachinePool (default: that of the kubeconfig's context).")
  private @Nullable String namespace;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig of the cluster (default: $KUBECONFIG, else ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig (default: its current one).")
  private @Nullable String context;

  /**
   * A pool as its cluster shows it.
   *
   * @param cache which has this pool and no other
   */
  record OpenPool(KubeCluster cluster, ObjectCache cache, ObjectKey key) implements AutoCloseable {

    /** The pool as it is known now. */
    ApiObject get() throws IOException {
      return cache
          .get(key)
          .orElseThrow(
              () ->
                  new IOException(
                      "%s \"%s\" not found in namespace %s"
                          .formatted(RESOURCE, key.name(), key.namespace())));
    }

    @Override
    public void close() {
      cluster.close();
    }
  }

  /** Where the command prints. */
  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** An object as kubectl names it when it tells what was done to it. */
  static String described(ApiObject object) {
    return "%s.%s/%s"
        .formatted(
            object.groupKind().kind().toLowerCase(Locale.ROOT),
            object.groupKind().group(),
            object.name());
  }

  /** Connects and waits until it is known whether the pool is there. */
  OpenPool open() throws IOException, InterruptedException {
    String name = name();
    Config config = config();
    var key = new ObjectKey(namespaceOf(config), name);
    KubeCluster cluster =
        KubeCluster.connect(
            config, WatchSettings.defaults().inNamespace(key.namespace()), RequestListener.NONE);
    try {
      ObjectCache cache = cluster.cache(GroupKind.MACHINE_POOL, ObjectSelector.byName(key));
      if (!cache.awaitSynced(PATIENCE)) {
        throw new IOException(
            "cannot read %s in namespace %s: %s"
                .formatted(RESOURCE, key.namespace(), cluster.informers().problems().values()));
      }
      return new OpenPool(cluster, cache, key);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      cluster.close();
      throw failure;
    }
  }

  private String name() {
    int slash = pool.indexOf('/');
    if (slash >= 0 && !KINDS.contains(pool.substring(0, slash).toLowerCase(Locale.ROOT))) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is no MachinePool: give its name, or machinepool/NAME".formatted(pool));
    }
    return pool.substring(slash + 1);
  }

  private String namespaceOf(Config config) {
    if (namespace != null) {
      return namespace;
    }
    String ofContext = config.getNamespace();
    return ofContext == null || ofContext.isEmpty() ? "default" : ofContext;
  }

  private Config config() {
    Path file = kubeconfig == null ? DefaultKubeconfig.path() : kubeconfig;
    if (!Files.isReadable(file)) {
      throw new ParameterException(
          spec.commandLine(),
          "cannot read kubeconfig %s; name another with --kubeconfig".formatted(file));
    }
    try {
      return context == null
          ? KubeConfigs.fromFile(file, "rollout")
          : KubeConfigs.fromFile(file, context, "rollout");
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }
}
