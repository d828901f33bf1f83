package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * A write to a scale set. Those with an {@code etag} are made on condition that the set is still as
 * it was seen, so that what somebody else has set meanwhile is not lost: tags are replaced whole,
 * and a size was decided on by the one that there was.
 */
public sealed interface ScaleSetStep extends PlanStep {

  /** The set's. */
  String name();

  private static Map<String, String> sorted(Map<String, String> tags) {
    return Collections.unmodifiableMap(new TreeMap<>(tags));
  }

  /**
   * Makes the set.
   *
   * @param tags all that it is to have, what tells of its model included
   * @param capacity how many instances it begins with
   */
  record CreateScaleSet(DesiredScaleSet want, Map<String, String> tags, int capacity, String reason)
      implements ScaleSetStep {
    public CreateScaleSet {
      tags = sorted(tags);
    }

    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "create scale set " + name();
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return ScaleSetAnnotations.withPlanned(providerAnnotations, want);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return ScaleSetAnnotations.withGenerations(providerAnnotations, tags);
    }

    @Override
    public Object goalKey() {
      return List.of("create", want.fingerprint(), want.placement(), want.tags());
    }

    /** Without the custom data, which renews itself. */
    @Override
    public Object backoffKey() {
      return List.of(want.model().content(), want.revision(), want.placement(), want.tags());
    }
  }

  /**
   * Brings what machines are made from to what is wanted; those that there are stay as they are.
   *
   * @param patch the parts that differ, without what Azure does not show again
   * @param tags all tags of the set
   * @param fingerprint what it carries from then on
   * @param withCustomData whether that differs, too
   * @param capacity how many instances are asked for with it; absent leaves the size as it is
   */
  record UpdateModel(
      DesiredScaleSet want,
      ObjectNode patch,
      Map<String, String> tags,
      TemplateFingerprint fingerprint,
      boolean withCustomData,
      OptionalInt capacity,
      String etag,
      String reason)
      implements ScaleSetStep {
    public UpdateModel {
      patch = patch.deepCopy();
      tags = sorted(tags);
    }

    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "update the model of scale set " + name();
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return ScaleSetAnnotations.withPlanned(providerAnnotations, want);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return ScaleSetAnnotations.withGenerations(providerAnnotations, tags);
    }

    /** The model that there is serves meanwhile. */
    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("model", fingerprint);
    }

    @Override
    public Object backoffKey() {
      return List.of(want.model().content(), want.revision(), capacity);
    }
  }

  /**
   * Renews what new machines run at first boot, and nothing else.
   *
   * @param tags all tags of the set
   * @param fingerprint what it carries from then on
   */
  record RenewCustomData(
      DesiredScaleSet want,
      Map<String, String> tags,
      TemplateFingerprint fingerprint,
      String etag,
      String reason)
      implements ScaleSetStep {
    public RenewCustomData {
      tags = sorted(tags);
    }

    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "renew the custom data of scale set " + name();
    }

    @Override
    public Object goalKey() {
      return List.of("custom data", fingerprint);
    }

    @Override
    public Object backoffKey() {
      return List.of("custom data", want.revision());
    }
  }

  /**
   * Sets how many instances Azure is to keep; never fewer than there are, since Azure would pick
   * those that go.
   *
   * @param vmSize what the set has, without which Azure takes no capacity
   * @param restoredFor deleted instances with which the size fell that it has again with this
   */
  record SetCapacity(
      String name, String vmSize, int capacity, Set<String> restoredFor, String etag, String reason)
      implements ScaleSetStep {
    public SetCapacity {
      restoredFor = Set.copyOf(restoredFor);
    }

    @Override
    public String description() {
      return "set the capacity of scale set %s to %d".formatted(name, capacity);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return restoredFor.isEmpty()
          ? providerAnnotations
          : ScaleSetAnnotations.withoutDeleted(providerAnnotations, restoredFor);
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("capacity", name, capacity);
    }
  }

  /** Adds zones; Azure takes none away. */
  record AddZones(String name, List<String> zones, String etag, String reason)
      implements ScaleSetStep {
    public AddZones {
      zones = List.copyOf(zones);
    }

    @Override
    public String description() {
      return "add zones to scale set " + name;
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("zones", name, zones);
    }
  }

  /**
   * Deletes instances; the capacity falls with them.
   *
   * @param ids by which the set knows them
   * @param since when that was decided
   * @param sizeAfter what the capacity is to be raised to again where somebody else sizes the set
   *     and nobody else would know; empty otherwise
   */
  record DeleteInstances(
      String name, List<String> ids, Instant since, OptionalInt sizeAfter, String reason)
      implements ScaleSetStep {
    public DeleteInstances {
      ids = List.copyOf(ids);
    }

    /** Those of a set that Weir sizes. */
    public DeleteInstances(String name, List<String> ids, Instant since, String reason) {
      this(name, ids, since, OptionalInt.empty(), reason);
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return sizeAfter.isEmpty()
          ? providerAnnotations
          : ScaleSetAnnotations.withSizeToRestore(
              providerAnnotations, sizeAfter.getAsInt(), ids, now);
    }

    @Override
    public ProviderAnnotations annotationsAfterFailure(ProviderAnnotations providerAnnotations) {
      return sizeAfter.isEmpty()
          ? providerAnnotations
          : ScaleSetAnnotations.withoutDeleted(providerAnnotations, ids);
    }

    @Override
    public String description() {
      return "delete %s %s of scale set %s"
          .formatted(ids.size() == 1 ? "instance" : "instances", String.join(", ", ids), name);
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public int endsInstances() {
      return ids.size();
    }

    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public Object goalKey() {
      return List.of("delete", name, ids, since);
    }
  }

  /**
   * Upgrades instances of a Uniform set by hand, as Azure calls it: they are told to have the
   * latest model, where they differ from it in what machines run at first boot only, so that
   * nothing happens to them.
   */
  record UpgradeInstances(String name, List<String> ids, String reason) implements ScaleSetStep {
    public UpgradeInstances {
      ids = List.copyOf(ids);
    }

    @Override
    public String description() {
      return "upgrade instances %s of scale set %s to its model"
          .formatted(String.join(", ", ids), name);
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("upgrade", name, ids);
    }
  }

  /** Marks the set as the pool's. */
  record MarkScaleSet(
      String name, Map<String, String> tags, String etag, String eventReason, String reason)
      implements ScaleSetStep {
    public MarkScaleSet {
      tags = sorted(tags);
    }

    @Override
    public String description() {
      return "mark scale set %s as this pool's".formatted(name);
    }

    @Override
    public boolean endsPass() {
      return true;
    }
  }

  /**
   * Sets and removes tags beside those of others.
   *
   * @param tags all that the set has afterwards
   * @param additional all that people asked for, set or to be set
   */
  record SetTags(
      String name,
      Map<String, String> tags,
      Map<String, String> additional,
      String etag,
      String reason)
      implements ScaleSetStep {
    public SetTags {
      tags = sorted(tags);
      additional = sorted(additional);
    }

    @Override
    public String description() {
      return "tag scale set " + name;
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return ScaleSetAnnotations.withPlannedTags(providerAnnotations, additional);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return ScaleSetAnnotations.withGenerations(providerAnnotations, tags);
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("tags", name, additional);
    }
  }

  /**
   * Gives the identity of the set's machines its role.
   *
   * @param mark by which the assignment tells that it is the pool's
   */
  record AssignRole(
      String name, RoleAssignment role, String principalId, String mark, String reason)
      implements ScaleSetStep {
    @Override
    public String description() {
      return "give the identity of scale set %s the role %s by assignment %s"
          .formatted(name, role.definitionId(), role.id());
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return ScaleSetAnnotations.withPlannedRole(providerAnnotations, role.id());
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return ScaleSetAnnotations.withRole(providerAnnotations, role.note(principalId));
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }
  }

  /**
   * Takes a role from the identity of the set's machines. Its ID stood on the pool, where others
   * write, too: the assignment is deleted only if Azure says that it is of that identity, or has
   * the pool's mark, be it of an identity of before; if it is another's, or there is none, nothing
   * is left to do.
   *
   * @param id resource ID of the assignment
   * @param principalId the identity; empty if it is gone
   * @param mark by which assignments tell that they are the pool's
   */
  record RemoveRole(String name, String id, String principalId, String mark, String reason)
      implements ScaleSetStep {
    @Override
    public String description() {
      return "take the role from the identity of scale set %s that assignment %s gives it"
          .formatted(name, id);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return ScaleSetAnnotations.withoutRole(providerAnnotations, id);
    }

    /** A role left behind is worse than nothing, but no reason to keep machines. */
    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public boolean deletes() {
      return true;
    }
  }

  /**
   * Deletes the set with its instances.
   *
   * @param endsInstances how many it has
   */
  record DeleteScaleSet(String name, int endsInstances, String reason) implements ScaleSetStep {
    @Override
    public String description() {
      return "delete scale set " + name;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public Object goalKey() {
      return description();
    }
  }
}
