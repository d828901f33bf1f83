package io.weir.provider.azure.scaleset;

import io.weir.provider.Freshness;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.SingleObjectPlanner;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.shared.EntryChanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The steps of a scale set. Azure neither rolls it nor picks who leaves: upgrades are by hand, and
 * the capacity is never set below the instances that there are. A write to the set cuts short what
 * is under way there, so that only what cannot wait is written meanwhile: a larger size, instances
 * that leave, and a model that outdates others, which may be the mend of what is under way.
 */
public final class ScaleSetPlanner
    implements SingleObjectPlanner<DesiredScaleSet, ObservedScaleSet> {

  /** Names in a request. */
  private static final int MOST_IN_A_CALL = 100;

  /** Should an upgrade do more to instances than it is meant to, it does so to few of them. */
  private static final int MOST_UPGRADED_IN_A_CALL = 5;

  /**
   * Azure allows ten models in use in a Uniform set. Each new join token makes one, so that
   * instances which differ in it alone are told to have the latest before there are too many.
   */
  private static final int MOST_BEHIND = 8;

  @Override
  public List<PlanStep> create(PoolIdentity pool, DesiredScaleSet want) {
    if (want.staleCustomDataReason().isPresent()) {
      return List.of();
    }
    TemplateFingerprint fingerprint = want.fingerprint();
    return List.of(
        new ScaleSetStep.CreateScaleSet(
            want,
            ofModel(want.tags().all(), want, fingerprint, ModelGenerations.only(want.generation())),
            want.replicas(),
            "it does not exist, %d instances wanted".formatted(want.replicas())));
  }

  private static Map<String, String> ofModel(
      Map<String, String> tags,
      DesiredScaleSet want,
      TemplateFingerprint fingerprint,
      ModelGenerations generations) {
    var all = ScaleSetTags.byName(tags);
    all.put(AzureMetadataKeys.CUSTOM_DATA_HASH_TAG, want.customData().sha256());
    all.put(ScaleSetTags.MODEL, fingerprint.format());
    all.put(ScaleSetTags.GENERATIONS, generations.format());
    return all;
  }

  @Override
  public List<PlanStep> update(
      ObservedScaleSet seen,
      PoolIntent.Converge<DesiredScaleSet> intent,
      PlanContext<ObservedScaleSet> now) {
    return seen.isDeleting()
        ? List.of()
        : new Update(
                seen,
                now.observation().asOf(),
                intent,
                intent.desired().changeFrom(seen.fingerprint()),
                now.annotations(),
                RoleAssignment.mark(now.pool().claim().marks()))
            .plan();
  }

  @Override
  public PlanStep claim(
      ObservedScaleSet seen, PlanContext<ObservedScaleSet> now, Ownership.Claimable claimable) {
    var tags = ScaleSetTags.byName(seen.tags());
    tags.putAll(ScaleSetTags.ofMarks(now.pool().claim().marks()));
    return new ScaleSetStep.MarkScaleSet(
        seen.name(), tags, seen.etag(), claimable.eventReason(), claimable.reason());
  }

  @Override
  public List<PlanStep> delete(ObservedScaleSet seen, PlanContext<ObservedScaleSet> now) {
    if (seen.isDeleting()) {
      // Not before: as long as a brake or a drain holds the deletion up, machines need their role.
      return removedRoles(
          seen,
          now.annotations(),
          Set.of(),
          RoleAssignment.mark(now.pool().claim().marks()),
          "the pool is being deleted");
    }
    int members = seen.members().size();
    return List.of(
        new ScaleSetStep.DeleteScaleSet(
            seen.name(),
            members,
            "the pool is being deleted, the set has %d %s"
                .formatted(members, members == 1 ? "instance" : "instances")));
  }

  private static List<PlanStep> removedRoles(
      ObservedScaleSet seen,
      ProviderAnnotations annotations,
      Set<String> kept,
      String mark,
      String reason) {
    return ScaleSetAnnotations.roles(annotations).stream()
        .filter(id -> RoleAssignment.isId(id, seen.subscriptionPath()))
        .filter(id -> !kept.contains(id))
        .<PlanStep>map(
            id -> new ScaleSetStep.RemoveRole(seen.name(), id, seen.principalId(), mark, reason))
        .toList();
  }

  /** Whether all instances are made of what is wanted, and nothing of that is still to come. */
  public static boolean isSettled(
      DesiredScaleSet want, ObservedScaleSet seen, ProviderAnnotations annotations) {
    return hasModel(want, seen, annotations)
        && seen.freshnessOfStaying().stream().allMatch(each -> each == Freshness.CURRENT);
  }

  /** Whether the set's model is what is wanted, be its custom data older. */
  public static boolean hasModel(
      DesiredScaleSet want, ObservedScaleSet seen, ProviderAnnotations annotations) {
    boolean asWanted =
        switch (want.changeFrom(seen.fingerprint()).difference()) {
          case NONE, RULE, WORDING, USER_DATA -> true;
          case BOOTSTRAP, SETTINGS, UNKNOWN -> false;
        };
    return asWanted && modelChange(want, seen, annotations, false).isEmpty();
  }

  /** Where the set's model differs from what is wanted, as far as Azure shows it; sorted. */
  public static Set<String> modelDifferences(
      DesiredScaleSet want, ObservedScaleSet seen, ProviderAnnotations annotations) {
    return new TreeSet<>(modelChange(want, seen, annotations, false).differences());
  }

  /** Whether the instances that there are are to be replaced for what is wanted of the model. */
  public static boolean outdatesInstances(DesiredScaleSet want, ObservedScaleSet seen) {
    return outdates(want.changeFrom(seen.fingerprint()), want, seen);
  }

  /** Where the fingerprint is gone, the note on the instances tells the same. */
  private static boolean outdates(
      TemplateChange change, DesiredScaleSet want, ObservedScaleSet seen) {
    return change.outdatesInstances()
        || (seen.fingerprint().isEmpty()
            && seen.generations().filter(known -> !isOf(want, known)).isPresent());
  }

  private static boolean isOf(DesiredScaleSet want, ModelGenerations known) {
    return known.current().equals(want.generation());
  }

  /** Whether the set has all that is wanted of it, and nothing of ours besides. */
  static boolean hasOnlyWanted(
      DesiredScaleSet want, ObservedScaleSet seen, ProviderAnnotations annotations) {
    return !seen.isBusy()
        && hasModel(want, seen, annotations)
        && seen.generations().isPresent()
        && tagChanges(want, seen, annotations).isEmpty();
  }

  private static EntryChanges tagChanges(
      DesiredScaleSet want, ObservedScaleSet seen, ProviderAnnotations annotations) {
    return EntryChanges.between(
        want.tags().all(),
        seen.tags(),
        ScaleSetAnnotations.tags(annotations),
        String.CASE_INSENSITIVE_ORDER);
  }

  private static ModelChange modelChange(
      DesiredScaleSet want,
      ObservedScaleSet seen,
      ProviderAnnotations annotations,
      boolean withSecrets) {
    return ModelChange.between(
        want.model(), seen.document(), ScaleSetAnnotations.extensions(annotations), withSecrets);
  }

  /**
   * A plan for a set that is ours.
   *
   * @param change from what its model was made from to what is wanted
   * @param mark of the pool's role assignments
   */
  private record Update(
      ObservedScaleSet seen,
      Instant asOf,
      PoolIntent.Converge<DesiredScaleSet> intent,
      TemplateChange change,
      ProviderAnnotations annotations,
      String mark) {

    DesiredScaleSet want() {
      return intent.desired();
    }

    List<PlanStep> plan() {
      var steps = new ArrayList<PlanStep>(leave());
      steps.addAll(upgrades());
      // Before the identity goes with the model.
      steps.addAll(removedRoles());
      Optional<PlanStep> onCondition = model().or(this::zones).or(this::tags);
      onCondition.ifPresent(steps::add);
      capacity().ifPresent(steps::add);
      role().ifPresent(steps::add);
      return List.copyOf(steps);
    }

    private Set<String> staying() {
      return seen.members().stream()
          .filter(ScaleSetInstance::isStaying)
          .map(ScaleSetInstance::id)
          .collect(Collectors.toSet());
    }

    /** Those that leave go by name, as many in a call as were chosen together, and once. */
    private List<PlanStep> leave() {
      Set<String> staying = staying();
      var byTime = new TreeMap<Instant, List<String>>();
      for (PoolIntent.Leave each : intent.leave()) {
        if (staying.contains(each.instanceId())) {
          byTime.computeIfAbsent(each.since(), _ -> new ArrayList<>()).add(each.instanceId());
        }
      }
      var steps = new ArrayList<PlanStep>();
      byTime.forEach(
          (since, ids) -> {
            for (int from = 0; from < ids.size(); from += MOST_IN_A_CALL) {
              List<String> some = ids.subList(from, Math.min(ids.size(), from + MOST_IN_A_CALL));
              steps.add(
                  new ScaleSetStep.DeleteInstances(
                      seen.name(),
                      some,
                      since,
                      sizeAfter(Set.copyOf(some)),
                      leaveReason(Set.copyOf(some))));
            }
          });
      return steps;
    }

    /** With one that is replaced the capacity falls, too, and no autoscaler knows of it. */
    private OptionalInt sizeAfter(Set<String> ids) {
      boolean replaces =
          intent.leave().stream()
              .anyMatch(each -> ids.contains(each.instanceId()) && !each.shrink());
      if (!replaces || !want().externallySized() || intent.size().isPresent()) {
        return OptionalInt.empty();
      }
      int shrinking =
          Math.toIntExact(
              intent.leave().stream()
                  .filter(each -> ids.contains(each.instanceId()) && each.shrink())
                  .count());
      return OptionalInt.of(externalSize() - shrinking);
    }

    private int externalSize() {
      return ScaleSetAnnotations.sizeToRestore(annotations)
          .map(note -> note.of(seen, asOf))
          .orElseGet(seen::capacity);
    }

    private String leaveReason(Set<String> ids) {
      long shrinking =
          intent.leave().stream()
              .filter(each -> ids.contains(each.instanceId()))
              .filter(PoolIntent.Leave::shrink)
              .count();
      long replaced = ids.size() - shrinking;
      return Stream.of(
              replaced == 0 ? "" : isOrAre(replaced) + " to be replaced",
              shrinking == 0 ? "" : isOrAre(shrinking) + " to go for good")
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(", "));
    }

    private static String isOrAre(long count) {
      return count + (count == 1 ? " is" : " are");
    }

    private Optional<PlanStep> model() {
      if (want().staleCustomDataReason().isPresent()
          || !FixedSettings.ofModel(want(), seen).isEmpty()) {
        return Optional.empty();
      }
      return switch (change.difference()) {
        case SETTINGS, BOOTSTRAP, UNKNOWN ->
            outdates() || !seen.isBusy() ? Optional.of(updateModel()) : Optional.empty();
        case NONE, RULE, WORDING -> drift();
        case USER_DATA -> drift().or(this::customData);
      };
    }

    private PlanStep updateModel() {
      // Secret settings may be all that differs, and do not show.
      ModelChange difference = modelChange(want(), seen, annotations, true);
      int more = outdates() ? surge() : 0;
      return more == 0
          ? updateModel(difference, OptionalInt.empty(), reason(difference))
          : updateModel(
              difference,
              OptionalInt.of(seen.capacity() + more),
              "%s; %d more for the change".formatted(reason(difference), more));
    }

    /** Where nobody is replaced for a change, its surge comes with it or never. */
    private int surge() {
      return intent.changeSurge() == 0
          ? 0
          : Math.max(0, want().replicas() + intent.changeSurge() - seen.capacity());
    }

    private boolean outdates() {
      return ScaleSetPlanner.outdates(change, want(), seen);
    }

    private boolean isOfWanted(ModelGenerations known) {
      return ScaleSetPlanner.isOf(want(), known);
    }

    private ModelGenerations generations() {
      return seen.generations()
          .map(known -> outdates() ? replaced(known) : known)
          .orElseGet(this::restored);
    }

    private ModelGenerations replaced(ModelGenerations known) {
      return known.followedBy(want().generation(), seen.creationTimes(asOf));
    }

    /**
     * What is known where somebody has taken the tag away. The note of it may be older than the tag
     * was; with none left, who cannot be told to be of this model counts as being of another.
     */
    private ModelGenerations restored() {
      Optional<ModelGenerations> noted = ScaleSetAnnotations.generations(annotations);
      if (noted.isPresent()) {
        return outdates() || !isOfWanted(noted.get()) ? replaced(noted.get()) : noted.get();
      }
      boolean adopted = seen.fingerprint().isEmpty();
      boolean told = seen.haveAllTheLatestModel() && !outdates();
      return adopted || told
          ? ModelGenerations.only(want().generation())
          : replaced(ModelGenerations.LOST);
    }

    private String reason(ModelChange difference) {
      String what =
          switch (change.difference()) {
            case UNKNOWN ->
                seen.generations().isPresent()
                    ? "its tag %s is gone".formatted(ScaleSetTags.MODEL)
                    : "Weir did not make it";
            case BOOTSTRAP -> "it has other bootstrap data";
            default -> "it is not as wanted";
          };
      return difference.isEmpty()
          ? what
          : what + ": " + String.join(", ", new TreeSet<>(difference.differences()));
    }

    /** Somebody has changed the model since; its instances are told by what they boot. */
    private Optional<PlanStep> drift() {
      ModelChange difference = modelChange(want(), seen, annotations, false);
      return difference.isEmpty() || seen.isBusy()
          ? Optional.empty()
          : Optional.of(
              updateModel(
                  difference,
                  OptionalInt.empty(),
                  "somebody has changed "
                      + String.join(", ", new TreeSet<>(difference.differences()))));
    }

    private PlanStep updateModel(ModelChange difference, OptionalInt capacity, String reason) {
      TemplateFingerprint fingerprint = want().fingerprint();
      return new ScaleSetStep.UpdateModel(
          want(),
          difference.patch(),
          ofModel(tagChanges().appliedTo(seen.tags()), want(), fingerprint, generations()),
          fingerprint,
          hasOtherCustomData(),
          capacity,
          seen.etag(),
          reason);
    }

    private boolean hasOtherCustomData() {
      return !want()
          .customData()
          .sha256()
          .equals(seen.tags().get(AzureMetadataKeys.CUSTOM_DATA_HASH_TAG));
    }

    /**
     * New machines need a token that is still good; to renew it for those that there are would only
     * make a model of it. Where somebody else sizes the set, nobody knows when one is made.
     */
    private Optional<PlanStep> customData() {
      boolean due = want().externallySized() ? !seen.isBusy() : size() > seen.capacity();
      return Optional.of(want())
          .filter(_ -> due)
          .flatMap(wanted -> seen.fingerprint().flatMap(wanted::withCustomDataRenewed))
          .map(
              renewed -> {
                var tags = ScaleSetTags.byName(seen.tags());
                tags.put(AzureMetadataKeys.CUSTOM_DATA_HASH_TAG, want().customData().sha256());
                tags.put(ScaleSetTags.MODEL, renewed.format());
                return new ScaleSetStep.RenewCustomData(
                    want(), tags, renewed, seen.etag(), "it has older bootstrap data");
              });
    }

    /**
     * Instances that differ from the model in join tokens only are upgraded, a few at a time; but
     * not where that may be a newer image, too, with which Azure would make their disks anew.
     */
    private List<PlanStep> upgrades() {
      List<ScaleSetInstance> behind =
          seen.members().stream()
              .filter(ScaleSetInstance::isStaying)
              .filter(each -> !each.latestModel().orElse(true))
              .toList();
      boolean due =
          behind.size() >= MOST_BEHIND
              && !seen.isBusy()
              && seen.hasFixedImage()
              && !outdates()
              // What somebody else has changed would reach machines before it is taken back.
              && modelChange(want(), seen, annotations, false).isEmpty();
      if (!due) {
        return List.of();
      }
      ObservedScaleSet.Model model = seen.model();
      List<String> current =
          behind.stream()
              .filter(each -> model.freshness(each) == Freshness.CURRENT)
              .map(ScaleSetInstance::id)
              .toList();
      return current.isEmpty()
          ? List.of()
          : List.of(
              new ScaleSetStep.UpgradeInstances(
                  seen.name(),
                  current.subList(0, Math.min(MOST_UPGRADED_IN_A_CALL, current.size())),
                  "%d %s of a model that differs in bootstrap data only"
                      .formatted(
                          current.size(), current.size() == 1 ? "instance is" : "instances are")));
    }

    /** The capacity that it is to have; once those are gone with whom it falls, it has. */
    private int size() {
      if (intent.size().isPresent()) {
        int size = intent.size().getAsInt();
        return seen.capacity() < size ? Math.max(seen.capacity(), size - fallen()) : size;
      }
      return want().externallySized() ? externalSize() : want().replicas();
    }

    private int fallen() {
      Set<String> staying = staying();
      return Math.toIntExact(
          intent.leave().stream()
              .filter(PoolIntent.Leave::shrink)
              .filter(each -> !staying.contains(each.instanceId()))
              .count());
    }

    /**
     * Not below what is there: those that leave do so by name, and take the capacity along. While
     * Azure is at work there may be more soon, among which it would pick.
     */
    private Optional<PlanStep> capacity() {
      int size = size();
      long there = seen.staying();
      boolean mayEndSome = size < there || (size < seen.capacity() && seen.isBusy());
      return size == seen.capacity() || mayEndSome
          ? Optional.empty()
          : Optional.of(
              new ScaleSetStep.SetCapacity(
                  seen.name(),
                  seen.vmSize(),
                  size,
                  restoredFor(size - seen.capacity()),
                  seen.etag(),
                  "%d instances wanted, %d asked for, %d there"
                      .formatted(size, seen.capacity(), there)));
    }

    /** The size may not have fallen yet with the others that are gone. */
    private Set<String> restoredFor(int more) {
      return want().externallySized()
          ? ScaleSetAnnotations.sizeToRestore(annotations).stream()
              .flatMap(note -> note.gone(seen, asOf).stream())
              .sorted()
              .limit(Math.max(0, more))
              .collect(Collectors.toSet())
          : Set.of();
    }

    private Optional<PlanStep> zones() {
      var missing = new TreeSet<>(want().placement().zones());
      missing.removeAll(seen.zones());
      if (missing.isEmpty() || seen.isBusy()) {
        return Optional.empty();
      }
      var all = new TreeSet<>(seen.zones());
      all.addAll(missing);
      return Optional.of(
          new ScaleSetStep.AddZones(
              seen.name(),
              List.copyOf(all),
              seen.etag(),
              (missing.size() == 1 ? "it lacks zone " : "it lacks zones ")
                  + String.join(", ", missing)));
    }

    private EntryChanges tagChanges() {
      return ScaleSetPlanner.tagChanges(want(), seen, annotations);
    }

    private Optional<PlanStep> tags() {
      EntryChanges changes = tagChanges();
      boolean lost = seen.generations().isEmpty();
      if ((changes.isEmpty() && !lost) || seen.isBusy()) {
        return Optional.empty();
      }
      Map<String, String> tags = ScaleSetTags.byName(changes.appliedTo(seen.tags()));
      var missing = new TreeSet<>(changes.missing().keySet());
      if (lost) {
        tags.put(ScaleSetTags.GENERATIONS, generations().format());
        missing.add(ScaleSetTags.GENERATIONS);
      }
      return Optional.of(
          new ScaleSetStep.SetTags(
              seen.name(),
              tags,
              want().tags().additional(),
              seen.etag(),
              tagsReason(missing, changes.surplus())));
    }

    private static String tagsReason(Collection<String> missing, Collection<String> surplus) {
      return Stream.of(
              missing.isEmpty() ? "" : "it lacks " + String.join(", ", missing),
              surplus.isEmpty() ? "" : "not wanted any more: " + String.join(", ", surplus))
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining("; "));
    }

    /** One that is another role now is removed first: Azure changes no assignment. */
    private List<PlanStep> removedRoles() {
      if (seen.principalId().isEmpty()) {
        return List.of();
      }
      Set<String> kept =
          want()
              .role()
              .filter(role -> isAssigned(role) || !ScaleSetAnnotations.isAnyAssigned(annotations))
              .map(role -> Set.of(role.id()))
              .orElse(Set.of());
      return ScaleSetPlanner.removedRoles(seen, annotations, kept, mark, removalReason());
    }

    private String removalReason() {
      return want().role().isPresent()
          ? "the pool asks for another role, or its scale set has another identity"
          : "the pool asks for no role any more";
    }

    private boolean isAssigned(RoleAssignment role) {
      return ScaleSetAnnotations.isAssigned(annotations, role.note(seen.principalId()));
    }

    private Optional<PlanStep> role() {
      String principal = seen.principalId();
      return want()
          .role()
          .filter(_ -> !principal.isEmpty())
          .filter(role -> !isAssigned(role))
          .map(
              role ->
                  new ScaleSetStep.AssignRole(
                      seen.name(), role, principal, mark, "its identity has no role yet"));
    }
  }
}
