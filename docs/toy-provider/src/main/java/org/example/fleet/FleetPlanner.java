package org.example.fleet;

import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import io.weir.provider.fingerprint.TemplateChange;
import java.util.List;

/** What is to be done about a fleet now. */
final class FleetPlanner implements SingleObjectPlanner<DesiredFleet, ObservedFleet> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, DesiredFleet want) {
    return List.of(new FleetStep.CreateFleet(pool.cloudName(), want));
  }

  @Override
  public List<PlanStep> update(
      ObservedFleet seen,
      PoolIntent.Converge<DesiredFleet> intent,
      PlanContext<ObservedFleet> now) {
    if (seen.isIn("DELETING")) {
      return List.of();
    }
    DesiredFleet want = intent.desired();
    TemplateChange change = want.changeFrom(seen.fingerprint());
    if (!change.isNone()) {
      String reason = "its " + change.difference() + " differ from what is wanted";
      return List.of(new FleetStep.ChangeModel(seen.name(), want, reason));
    }
    List<PlanStep> leaving =
        intent.leave().stream()
            .filter(leave -> seen.isStaying(leave.instanceId()))
            .<PlanStep>map(
                leave ->
                    new FleetStep.EndMachine(
                        seen.name(), leave.instanceId(), leave.shrink(), leave.since()))
            .toList();
    return leaving.isEmpty() ? resize(seen, intent) : leaving;
  }

  /** The size to ask for is Weir's to say: it may be above what is wanted while machines leave. */
  private static List<PlanStep> resize(
      ObservedFleet seen, PoolIntent.Converge<DesiredFleet> intent) {
    int gone = (int) intent.leave().stream().filter(PoolIntent.Leave::shrink).count();
    int size =
        intent.size().isPresent()
            ? Math.max(0, intent.size().getAsInt() - gone)
            : intent.desired().size();
    return size == seen.size()
        ? List.of()
        : List.of(new FleetStep.ResizeFleet(seen.name(), seen.size(), size));
  }

  @Override
  public PlanStep claim(
      ObservedFleet seen, PlanContext<ObservedFleet> now, Ownership.Claimable claimable) {
    return new FleetStep.MarkFleet(
        seen.name(), now.pool().claim().marks(), claimable.eventReason(), claimable.reason());
  }

  @Override
  public List<PlanStep> delete(ObservedFleet seen, PlanContext<ObservedFleet> now) {
    return seen.isIn("DELETING")
        ? List.of()
        : List.of(new FleetStep.DeleteFleet(seen.name(), seen.instances().size()));
  }
}
