package io.weir.engine.drain;

import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much a pool waits for before an instance ends.
 *
 * @param drain how long for Pods; absent for ever
 * @param volumes how long for volumes after that; absent for ever
 * @param withoutDrain whether Pods are left alone
 * @param withoutVolumes whether volumes are not waited for
 */
public record DrainLimits(
    Optional<Duration> drain,
    Optional<Duration> volumes,
    boolean withoutDrain,
    boolean withoutVolumes) {

  /** Of Machines, with any value: they end without a drain. */
  static final String EXCLUDE_DRAIN = "machine.cluster.x-k8s.io/exclude-node-draining";

  /** The same, without waiting for volumes. */
  static final String EXCLUDE_VOLUMES =
      "machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach";

  /** Where nobody says anything: all is waited for. */
  public static final DrainLimits NONE =
      new DrainLimits(Optional.empty(), Optional.empty(), false, false);

  /** What a pool says. Its Machines would have the annotations of the template. */
  public static DrainLimits of(ApiObject machinePool) {
    MachinePool.Deletion deletion =
        machinePool.as(MachinePool.class).spec().template().spec().deletion();
    var annotations = machinePool.at("/spec/template/metadata/annotations");
    return new DrainLimits(
        limit(deletion.nodeDrainTimeoutSeconds()),
        limit(deletion.nodeVolumeDetachTimeoutSeconds()),
        annotations.has(EXCLUDE_DRAIN),
        annotations.has(EXCLUDE_VOLUMES));
  }

  /** The same with what one Node's annotations say. */
  public DrainLimits with(Map<String, String> nodeAnnotations) {
    return new DrainLimits(
        drain,
        volumes,
        withoutDrain || nodeAnnotations.containsKey(EXCLUDE_DRAIN),
        withoutVolumes || nodeAnnotations.containsKey(EXCLUDE_VOLUMES));
  }

  private static Optional<Duration> limit(@Nullable Integer seconds) {
    return Optional.ofNullable(seconds).filter(value -> value > 0).map(Duration::ofSeconds);
  }
}
