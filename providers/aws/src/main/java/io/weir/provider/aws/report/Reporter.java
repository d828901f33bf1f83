package io.weir.provider.aws.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Members;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.Progress;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.plan.Memos;
import io.weir.provider.aws.plan.Notekeeping;
import io.weir.provider.aws.roll.Rollout;
import io.weir.provider.aws.roll.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass has found out, as fields of the AWSMachinePool.
 *
 * <p>spec.providerIDList names every instance that AWS lists, those on their way in and out
 * included, as the upstream provider does; status.replicas counts those that are not on their way
 * out, and an annotation names those that are. Nothing that is inferred is written into spec.
 *
 * @param pool the AWSMachinePool
 * @param progress what was found out
 */
public record Reporter(ApiObject pool, Progress<AwsDesired, AwsObserved> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public Report report() {
    var name = pool.name();
    var who = new PoolName(pool.key(), pool.uid(), pool.label(Keys.CLUSTER_NAME).orElse(""), name);
    List<Condition> conditions = new Conditions(who, progress, hooksTold()).all();
    return switch (progress.seen()) {
      case Observation.Unknown<AwsObserved> _ -> new Report(empty(), empty(), conditions);
      case Observation.ProvenAbsent<AwsObserved> _ -> new Report(empty(), absent(), conditions);
      case Observation.Seen<AwsObserved> there ->
          seen(who, there.observed(), there.asOf(), conditions);
    };
  }

  private boolean hooksTold() {
    return pool.at("/status/conditions")
        .findValuesAsText("type")
        .contains(AwsConditions.LIFECYCLE_HOOK_READY);
  }

  private Report seen(PoolName who, AwsObserved seen, Instant asOf, List<Condition> conditions) {
    if (seen.ownership(who) instanceof Ownership.Foreign) {
      return new Report(empty(), empty().put("ready", false), conditions);
    }
    if (!(progress.resolution().orElse(null) instanceof Resolution.Resolved<AwsDesired> known)) {
      return new Report(
              spec(seen),
              status(seen),
              unwanted(seen, conditions),
              goesOn().map(_ -> memos(progress.notes())).orElse(Map.of()),
              goesOn().map(want -> replicas(want, seen)).orElse(OptionalInt.empty()),
              Optional.empty())
          .annotated(new Members(seen.instances()).annotations());
    }
    var want = known.desired();
    var rollout = Rollout.of(progress.notes(), seen);
    var told = new ArrayList<>(conditions);
    if (seen.group().isPresent()) {
      told.add(new RolloutCondition(rollout, want, asOf, progress.failure()).told());
    }
    return new Report(
            spec(seen),
            status(seen),
            told,
            annotations(want, seen, rollout, asOf),
            replicas(want, seen),
            again(want, rollout, asOf))
        .annotated(new Members(seen.instances()).annotations());
  }

  /** What is done although something is missing. */
  private Optional<AwsDesired> goesOn() {
    return progress.resolution().orElse(null) instanceof Resolution.Blocked<AwsDesired> blocked
        ? blocked.meanwhile()
        : Optional.empty();
  }

  private static Map<String, Optional<String>> memos(Notes notes) {
    var annotations = new HashMap<String, Optional<String>>();
    Memos.KEYS.forEach(key -> annotations.put(key, notes.get(key)));
    return annotations;
  }

  /** While it is not known what instances should be made from, none is called up to date. */
  private List<Condition> unwanted(AwsObserved seen, List<Condition> conditions) {
    Optional<Condition> why =
        conditions.stream()
            .filter(each -> each.type().equals(AwsConditions.ASG_READY))
            .filter(each -> each.status() == ConditionStatus.FALSE)
            .findFirst();
    boolean hindered = progress.hindrance().isPresent() && !progress.deleting();
    if (!hindered || seen.group().isEmpty() || why.isEmpty()) {
      return conditions;
    }
    var told = new ArrayList<>(conditions);
    told.add(
        Condition.isUnknown(
            AwsConditions.INSTANCES_UP_TO_DATE,
            why.get().reason(),
            "what instances should be created from is unknown: " + why.get().message()));
    return told;
  }

  private Map<String, Optional<String>> annotations(
      AwsDesired want, AwsObserved seen, Rollout rollout, Instant asOf) {
    var notes = Notekeeping.tidied(want, seen, rollout, progress.notes(), asOf);
    Map<String, Optional<String>> annotations = memos(notes);
    int outdated = rollout.outdated().size();
    annotations.put(
        Keys.UP_TO_DATE_REPLICAS,
        outdated == 0
            ? Optional.empty()
            : Optional.of(Integer.toString(rollout.staying().size() - outdated)));
    return annotations;
  }

  /** The size that somebody else has set in AWS. */
  private static OptionalInt replicas(AwsDesired want, AwsObserved seen) {
    return want.group().capacity() == null && ready(seen.group())
        ? OptionalInt.of(seen.group().orElseThrow().desired())
        : OptionalInt.empty();
  }

  private static Optional<Duration> again(AwsDesired want, Rollout rollout, Instant asOf) {
    return rollout.standing(want.refresh(), asOf) instanceof Standing.Waiting waiting
        ? Optional.of(Duration.between(asOf, waiting.until()).plusSeconds(1))
        : Optional.empty();
  }

  private static ObjectNode spec(AwsObserved seen) {
    ObjectNode spec = empty();
    seen.group()
        .map(Group::arn)
        .filter(arn -> !arn.isEmpty())
        .ifPresent(arn -> spec.put("providerID", arn));
    spec.set("providerIDList", new Members(seen.instances()).providerIds());
    return spec;
  }

  private ObjectNode status(AwsObserved seen) {
    ObjectNode status = empty();
    status.put("ready", !progress.deleting() && ready(seen.group()));
    status.put("replicas", new Members(seen.instances()).replicas());
    var instances = status.putArray("instances");
    seen.instances().forEach(each -> instances.addObject().put("instanceID", each.id()));
    seen.template()
        .ifPresent(
            template -> {
              status.put("launchTemplateID", template.id());
              status.put("launchTemplateVersion", Long.toString(template.latest()));
            });
    String text = seen.group().map(Group::status).orElse("");
    if (text.isEmpty()) {
      status.putNull("asgStatus");
    } else {
      status.put("asgStatus", text);
    }
    return status;
  }

  private static ObjectNode absent() {
    ObjectNode status = empty();
    status.put("ready", false);
    status.put("replicas", 0);
    status.putArray("instances");
    return status;
  }

  private static boolean ready(Optional<Group> group) {
    return group.filter(found -> !found.deleting()).isPresent();
  }

  private static ObjectNode empty() {
    return Json.MAPPER.createObjectNode();
  }
}
