package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import java.util.Optional;

/** What a pool waits for where machines run bootstrap data at first boot. */
public final class RequiredBootstrapData {

  /** Reason: people name a Secret that is not there. */
  public static final String NOT_FOUND = "BootstrapDataNotFound";

  /** Reason: the config has not made any yet. */
  public static final String WAITING = "WaitingForBootstrapData";

  private RequiredBootstrapData() {}

  /**
   * The data. What a config makes comes by itself; what people name, people must make.
   *
   * @throws PrerequisiteException if there is none
   */
  public static BootstrapData of(PoolInputs in) throws PrerequisiteException {
    if (in.bootstrapData().isPresent()) {
      return in.bootstrapData().get();
    }
    var bootstrap = in.machinePool().as(MachinePool.class).spec().template().spec().bootstrap();
    String secret = bootstrap.dataSecretName();
    throw bootstrap.configRef() == null && secret != null
        ? PrerequisiteException.needsUserAction(
            NOT_FOUND,
            "MachinePool %s spec.template.spec.bootstrap.dataSecretName names Secret %s, which does not exist, has no key \"value\", or is the kubeconfig of a Cluster, which machines are not given; create it, or name another"
                .formatted(in.machinePool().key(), secret))
        : PrerequisiteException.waiting(
            WAITING, "MachinePool %s has no bootstrap data yet".formatted(in.machinePool().key()));
  }

  /** What is waited for if the data is for another version than the pool names. */
  public static Optional<String> staleReason(ApiObject machinePool, BootstrapData data) {
    String version = version(machinePool);
    String made = plain(data.kubernetesVersion());
    return version.isEmpty() || made.isEmpty() || made.equals(version)
        ? Optional.empty()
        : Optional.of(
            "waiting for bootstrap data for v%s: %s still provides it for v%s"
                .formatted(version, maker(machinePool, data), made));
  }

  private static String maker(ApiObject machinePool, BootstrapData data) {
    var config = machinePool.as(MachinePool.class).spec().template().spec().bootstrap().configRef();
    return config == null
        ? "the writer of Secret " + data.secretName()
        : "%s %s/%s".formatted(config.kind(), machinePool.namespace(), config.name());
  }

  /** The Kubernetes version of a pool, without the leading letter; empty if it names none. */
  public static String version(ApiObject machinePool) {
    String version = machinePool.as(MachinePool.class).spec().template().spec().version();
    return version == null ? "" : plain(version);
  }

  /** A webhook may add the leading letter later, which changes nothing. */
  private static String plain(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }
}
