package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.http.JsonFields;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.oci.wire.WireFields;
import io.weir.provider.template.ConvergeContext;
import io.weir.provider.template.TemplateGroupPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What Oracle Cloud allows now. A configuration never changes: there is another one, which the
 * instance pool is pointed at. Weir replaces the instances of older ones.
 *
 * @param identity the pool
 */
public record InstancePoolPlanner(PoolIdentity identity)
    implements TemplateGroupPlanner<DesiredInstancePool, ObservedInstancePool> {
  private static final int TOKEN = 32;

  @Override
  public ObservedInstancePool absent() {
    return ObservedInstancePool.NONE;
  }

  /** A pool is created once there is a configuration, of which its creation names the OCID. */
  @Override
  public List<PlanStep> plan(
      PoolIntent<DesiredInstancePool> intent, PlanContext<ObservedInstancePool> now) {
    return TemplateGroupPlanner.super.plan(intent, now).stream()
        .filter(
            step ->
                !(step instanceof InstancePoolStep.CreateInstancePool create)
                    || create.hasConfiguration())
        .toList();
  }

  /** The latest configuration that is as wanted. */
  private static Optional<InstanceConfiguration> wanted(
      DesiredInstancePool want, ObservedInstancePool seen) {
    return seen.configurations().reversed().stream()
        .filter(each -> isWanted(want, each))
        .findFirst();
  }

  private static boolean isWanted(DesiredInstancePool want, InstanceConfiguration each) {
    return each.fingerprint()
        .map(carried -> want.changeFrom(carried).isNone())
        .orElseGet(
            () ->
                covers(want, each)
                    && each.userDataDigest().equals(Digest.sha256(want.launch().userData())));
  }

  /** Of what Cluster API's own provider made: Oracle Cloud fills in what nobody asked for. */
  private static boolean covers(DesiredInstancePool want, InstanceConfiguration each) {
    return each.launch()
        .filter(content -> WireFields.covers(want.launch().revision(), content))
        .isPresent();
  }

  private static boolean outdates(DesiredInstancePool want, InstanceConfiguration each) {
    return each.fingerprint()
        .map(carried -> want.changeFrom(carried).outdatesInstances())
        .orElseGet(() -> !covers(want, each));
  }

  /** Whether an instance is as it would be made now. */
  public static Freshness freshness(
      ObservedInstancePool seen, DesiredInstancePool want, Instance instance) {
    return seen.configuration(instance.revision())
        .map(each -> outdates(want, each) ? Freshness.OUTDATED : Freshness.CURRENT)
        .orElse(Freshness.UNKNOWN);
  }

  /** Whether the pool is as wanted and has no instance of something else. */
  public static boolean isSettled(ObservedInstancePool seen, DesiredInstancePool want) {
    return seen.pool().filter(InstancePool::isSettled).isPresent()
        && wanted(want, seen).isPresent()
        && seen.instances().stream()
            .allMatch(each -> freshness(seen, want, each) == Freshness.CURRENT);
  }

  @Override
  public Optional<PlanStep> template(
      ConvergeContext<DesiredInstancePool, ObservedInstancePool> now) {
    DesiredInstancePool want = now.want();
    if (wanted(want, now.seen()).isPresent()) {
      return Optional.empty();
    }
    String token =
        CanonicalDigest.of(
                List.of(identity.uid(), want.fingerprint().format(), now.asOf().toString()))
            .substring(0, TOKEN);
    return Optional.of(
        new InstancePoolStep.CreateInstanceConfiguration(
            want.name(),
            want,
            token,
            now.seen().hasTemplate() ? "none is as wanted" : "there is none"));
  }

  @Override
  public PlanStep createGroup(ConvergeContext<DesiredInstancePool, ObservedInstancePool> now) {
    String begun =
        now.annotations()
            .get(InstancePoolNotes.CREATION)
            .filter(note -> note.matches("[0-9a-f]{32}"))
            .orElseGet(
                () ->
                    CanonicalDigest.of(List.of(identity.uid(), now.asOf().toString()))
                        .substring(0, TOKEN));
    String configuration = wanted(now.want(), now.seen()).map(InstanceConfiguration::id).orElse("");
    ObjectNode fields = now.want().pool(configuration);
    return new InstancePoolStep.CreateInstancePool(
        now.want().name(),
        fields,
        begun,
        begun + "-" + CanonicalDigest.of(fields).substring(0, 24));
  }

  @Override
  public List<PlanStep> group(ConvergeContext<DesiredInstancePool, ObservedInstancePool> now) {
    ObservedInstancePool seen = now.seen();
    InstancePool pool = seen.pool().orElseThrow();
    List<PlanStep> leaving = leaving(pool, seen, now.intent().leave());
    // Where capacity lacks, Oracle Cloud would go on for ever with what it has.
    boolean stuck = pool.isScaling() && !seen.failure().isEmpty();
    if (!leaving.isEmpty() || !(pool.isSettled() || stuck)) {
      return leaving;
    }
    ObjectNode fields = changes(now.want(), seen, pool);
    if (!fields.isEmpty()) {
      return List.of(
          new InstancePoolStep.UpdateInstancePool(
              pool.name(),
              pool.id(),
              pool.etag(),
              fields,
              String.join(", ", JsonFields.names(fields)) + " differ from what is asked for"));
    }
    return resize(now, pool).stream().toList();
  }

  private static ObjectNode changes(
      DesiredInstancePool want, ObservedInstancePool seen, InstancePool pool) {
    ObjectNode wanted = Json.MAPPER.createObjectNode();
    wanted(want, seen)
        .ifPresent(configuration -> wanted.put("instanceConfigurationId", configuration.id()));
    wanted.set("placementConfigurations", want.placement());
    wanted.setAll(want.names());
    wanted.set("freeformTags", want.tags());
    return WireFields.differing(wanted, pool.fields());
  }

  private static Optional<PlanStep> resize(
      ConvergeContext<DesiredInstancePool, ObservedInstancePool> now, InstancePool pool) {
    if (now.want().size().isEmpty()) {
      return Optional.empty();
    }
    int gone = (int) now.intent().leave().stream().filter(PoolIntent.Leave::shrink).count();
    int size =
        now.intent().size().isPresent()
            ? Math.max(0, now.intent().size().getAsInt() - gone)
            : now.want().size().getAsInt();
    return size == pool.size()
        ? Optional.empty()
        : Optional.of(
            new InstancePoolStep.ResizeInstancePool(
                pool.name(),
                pool.id(),
                pool.etag(),
                size,
                Math.max(0, pool.size() - size),
                "%d instances wanted, %d asked for".formatted(size, pool.size())));
  }

  private static List<PlanStep> leaving(
      InstancePool pool, ObservedInstancePool seen, List<PoolIntent.Leave> leave) {
    if (!pool.isSettled() && !pool.isScaling()) {
      return List.of();
    }
    var steps = new ArrayList<PlanStep>();
    for (PoolIntent.Leave each : leave) {
      boolean there =
          seen.members().stream()
              .anyMatch(member -> member.id().equals(each.instanceId()) && !member.isGoing());
      if (there) {
        steps.add(
            new InstancePoolStep.EndInstance(
                pool.name(), pool.id(), each.instanceId(), each.shrink(), each.since()));
      }
    }
    return steps;
  }

  /** Of configurations with this pool's tag, those that nothing uses and nobody wants. */
  @Override
  public Optional<PlanStep> surplus(
      ConvergeContext<DesiredInstancePool, ObservedInstancePool> now) {
    ObservedInstancePool seen = now.seen();
    String kept = wanted(now.want(), seen).map(InstanceConfiguration::id).orElse("");
    String used = seen.pool().map(InstancePool::configurationId).orElse("");
    return seen.configurations().stream()
        .filter(each -> each.tag(OciTags.POOL).equals(identity.claim().marks().pool()))
        .filter(each -> !each.id().equals(kept) && !each.id().equals(used))
        .filter(
            each ->
                seen.members().stream()
                    .noneMatch(member -> member.configurationId().equals(each.id())))
        .findFirst()
        .map(
            each ->
                new InstancePoolStep.DeleteInstanceConfiguration(
                    now.want().name(), each.id(), "nothing is made from it any more"));
  }

  @Override
  public PlanStep claimGroup(
      ObservedInstancePool seen,
      PlanContext<ObservedInstancePool> now,
      Ownership.Claimable claimable) {
    InstancePool pool = seen.pool().orElseThrow();
    ObjectNode tags =
        pool.fields().path("freeformTags") instanceof ObjectNode there
            ? there
            : Json.MAPPER.createObjectNode();
    return new InstancePoolStep.MarkInstancePool(
        pool.name(),
        pool.id(),
        pool.etag(),
        ObservedInstancePool.marked(tags, identity),
        claimable.eventReason(),
        claimable.reason());
  }

  @Override
  public PlanStep claimTemplate(
      ObservedInstancePool seen,
      PlanContext<ObservedInstancePool> now,
      Ownership.Claimable claimable) {
    InstanceConfiguration configuration =
        seen.unmarked().or(seen::used).orElseGet(() -> seen.configurations().getFirst());
    return new InstancePoolStep.MarkInstanceConfiguration(
        identity.cloudName(),
        configuration.id(),
        ObservedInstancePool.marked(configuration.tags(), identity),
        claimable.eventReason(),
        claimable.reason());
  }

  @Override
  public PlanStep deleteGroup(ObservedInstancePool seen) {
    InstancePool pool = seen.pool().orElseThrow();
    return new InstancePoolStep.DeleteInstancePool(
        pool.name(), pool.id(), pool.etag(), seen.members().size());
  }

  @Override
  public PlanStep deleteTemplate(ObservedInstancePool seen) {
    return new InstancePoolStep.DeleteInstanceConfiguration(
        identity.cloudName(), seen.configurations().getFirst().id(), "its object is being deleted");
  }
}
