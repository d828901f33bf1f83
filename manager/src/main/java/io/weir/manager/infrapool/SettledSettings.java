package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.engine.settled.MachineSettings;
import io.weir.engine.settled.SettledAnnotation;
import io.weir.engine.settled.SettledMachinePool;
import io.weir.engine.settled.SettledSubject;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolProvider;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import java.util.Map;
import java.util.Optional;

/** Notes on a pool that has come to rest what its machines are made of. */
final class SettledSettings<D extends DesiredState, O extends ObservedState> {

  private final PoolProvider<D, O> provider;

  SettledSettings(PoolProvider<D, O> provider) {
    this.provider = provider;
  }

  /**
   * The annotation to write with the report; none if the pool is not settled.
   *
   * @param subject what the pass was made on: the settings that it has brought about
   * @param written the pool as the pass left it
   */
  Map<String, Optional<String>> annotations(
      PassSubject subject, ApiObject written, PassOutcome<D, O> outcome) {
    return subject
        .machinePool()
        .filter(SettledMachinePool::isSettled)
        .filter(_ -> outcome instanceof PassOutcome.Acted<D, O> acted && isSettled(acted))
        .map(
            machinePool ->
                MachineSettings.of(subject.pool(), machinePool, provider.machineFields()))
        .map(
            settings ->
                SettledAnnotation.after(
                    written.annotation(MetadataKeys.SETTLED),
                    SettledSubject.of(written, provider.machineFields()),
                    settings))
        .map(text -> Map.of(MetadataKeys.SETTLED, Optional.of(text)))
        .orElse(Map.of());
  }

  private boolean isSettled(PassOutcome.Acted<D, O> acted) {
    ReportContext<D, O> report = acted.report();
    return acted.failure().isEmpty()
        && report.failure().isEmpty()
        && report.ownershipConflict().isEmpty()
        && acted.retirement().leaving().isEmpty()
        && report.observation() instanceof Observation.Present<O> there
        && !there.state().isChanging()
        && report.resolution().orElse(null) instanceof ResolveResult.Resolved<D> resolved
        && provider.isSettled(
            resolved.desired(), new PlanContext<>(report.pool(), there, report.annotations()));
  }
}
