package io.weir.provider.aws.eks;

import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.HookPlanner;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.ObservedGroup.TemplateReference;
import io.weir.provider.aws.tag.TagPlanner;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.tag.TaggedResource;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.TemplateVersionPlanner;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateChange.Difference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What EKS allows now: a role and a launch template before the node group, one change of the node
 * group at a time, and at its end the node group before the others. Sizes and settings go before
 * versions, since a replacement of all nodes may take hours.
 */
public record EksPlanner() {

  /** How long a node group that was never made stays for people to look at. */
  private static final Duration FAILED_CREATION_KEPT = Duration.ofMinutes(30);

  /** The steps. */
  public List<PlanStep> plan(
      PoolIntent<EksDesiredState> intent, PlanContext<EksObservedState> now) {
    return switch (now.observation()) {
      case Observation.Unknown<EksObservedState> _ -> List.of();
      case Observation.ProvenAbsent<EksObservedState> _ ->
          intent instanceof PoolIntent.Converge<EksDesiredState> converge
              ? create(converge.desired(), EksObservedState.absent(""), now.annotations())
              : List.of();
      case Observation.Present<EksObservedState>(EksObservedState seen, _) ->
          seen.ownershipConflict(now.pool(), now.annotations()).isPresent()
              ? List.of()
              : present(intent, seen, now);
    };
  }

  private static List<PlanStep> present(
      PoolIntent<EksDesiredState> intent,
      EksObservedState seen,
      PlanContext<EksObservedState> now) {
    if (intent instanceof PoolIntent.Pause<EksDesiredState>) {
      return List.of();
    }
    Optional<PlanStep> claim = claim(seen, now.pool());
    if (claim.isPresent()) {
      return List.of(claim.get());
    }
    return switch (intent) {
      case PoolIntent.Converge<EksDesiredState> converge ->
          seen.nodegroup().isEmpty()
              ? create(converge.desired(), seen, now.annotations())
              : update(converge, seen, seen.nodegroup().get(), now);
      case PoolIntent.Delete<EksDesiredState> _ -> delete(seen);
      case PoolIntent.Pause<EksDesiredState> _ -> List.of();
    };
  }

  /** The mark of the first part that the pool may claim. */
  private static Optional<PlanStep> claim(EksObservedState seen, PoolIdentity pool) {
    return claim(
            seen.nodegroup().map(ObservedNodegroup::resource),
            seen.ownershipOfNodegroup(pool),
            pool)
        .or(
            () ->
                claim(
                    seen.template().map(ObservedTemplate::resource),
                    seen.ownershipOfTemplate(pool),
                    pool))
        .or(
            () ->
                claim(
                    seen.madeRole().map(ObservedRole::resource), seen.ownershipOfRole(pool), pool));
  }

  private static Optional<PlanStep> claim(
      Optional<TaggedResource> resource, Optional<Ownership> whose, PoolIdentity pool) {
    return whose.orElse(null) instanceof Ownership.Claimable claimable
        ? resource.map(found -> TagStep.Mark.of(found, pool, claimable))
        : Optional.empty();
  }

  private static List<PlanStep> create(
      EksDesiredState want, EksObservedState seen, ProviderAnnotations annotations) {
    var steps = new ArrayList<PlanStep>();
    if (!want.creatable()) {
      return steps;
    }
    steps.addAll(role(want, seen, annotations));
    steps.addAll(template(want, seen));
    steps.add(
        new NodegroupStep.CreateNodegroup(
            want.nodegroup(),
            want.role(),
            "it does not exist, %d nodes wanted".formatted(want.nodegroup().size().size())));
    return steps;
  }

  private static List<PlanStep> update(
      PoolIntent.Converge<EksDesiredState> intent,
      EksObservedState seen,
      ObservedNodegroup there,
      PlanContext<EksObservedState> now) {
    EksDesiredState want = intent.desired();
    if (there.hasFailedCreation()) {
      boolean due = there.created().plus(FAILED_CREATION_KEPT).isBefore(now.observation().asOf());
      return due
          ? List.of(
              delete(there, seen, "EKS could not create it, and it does not recover by itself"))
          : List.of();
    }
    var steps = new ArrayList<PlanStep>();
    if (there.isDeleting()) {
      return steps;
    }
    steps.addAll(role(want, seen, now.annotations()));
    steps.addAll(template(want, seen));
    if (there.isChangeable()) {
      change(intent, seen, there, now.annotations()).ifPresent(steps::add);
    }
    steps.addAll(entries(want, seen, now.annotations()));
    steps.addAll(surplusVersions(seen, there));
    return steps;
  }

  /** The one change of the node group that EKS takes now. */
  private static Optional<PlanStep> change(
      PoolIntent.Converge<EksDesiredState> intent,
      EksObservedState seen,
      ObservedNodegroup there,
      ProviderAnnotations annotations) {
    EksDesiredState want = intent.desired();
    var changes = NodegroupChanges.between(want.nodegroup(), there, annotations);
    if (!changes.isEmpty()) {
      return Optional.of(changes.toStep(want.nodegroup(), there));
    }
    return intent.roll() == PoolIntent.Roll.PROCEED
        ? roll(want, seen, there, annotations)
        : Optional.empty();
  }

  /** What all nodes are to be replaced for; empty if nothing, or while what for is not known. */
  static Optional<PlanStep> roll(
      EksDesiredState want,
      EksObservedState seen,
      ObservedNodegroup there,
      ProviderAnnotations annotations) {
    if (!want.isTemplateKnown()) {
      return Optional.empty();
    }
    int nodes = seen.instances().size();
    return newTemplateVersion(want, seen, there, annotations)
        .<PlanStep>map(
            template ->
                new NodegroupStep.UpdateVersion(
                    there.name(),
                    Optional.of(template),
                    want.hasOwnImage() ? null : there.version(),
                    want.hasOwnImage() ? null : release(want, there.version()).orElse(null),
                    nodes,
                    "its launch template has version %s".formatted(template.version())))
        .or(() -> newVersion(want, there, nodes))
        .or(() -> newRelease(want, there, nodes));
  }

  /** The version of its launch template that the node group is to have; empty if it has it. */
  private static Optional<TemplateReference> newTemplateVersion(
      EksDesiredState want,
      EksObservedState seen,
      ObservedNodegroup there,
      ProviderAnnotations annotations) {
    Optional<TemplateReference> used = there.template();
    Optional<ObservedTemplate> template = seen.template();
    if (used.isEmpty() || template.isEmpty() || want.template().isEmpty()) {
      return Optional.empty();
    }
    String id = used.get().id();
    String has = used.get().version();
    String latest = Long.toString(template.get().latestVersion());
    boolean same =
        !id.equals(template.get().id())
            || has.equals(latest)
            || !isCurrent(want.template().get(), template.get())
            || EksAnnotations.serves(annotations, id, has);
    return same
        ? Optional.empty()
        : Optional.of(new TemplateReference(id, template.get().name(), latest));
  }

  private static Optional<PlanStep> newVersion(
      EksDesiredState want, ObservedNodegroup there, int nodes) {
    if (want.hasOwnImage()) {
      return Optional.empty();
    }
    return want.upgrade(there)
        .dueVersion()
        .map(due -> due.major() + "." + due.minor())
        .map(
            due ->
                new NodegroupStep.UpdateVersion(
                    there.name(),
                    Optional.empty(),
                    due,
                    release(want, due).orElse(null),
                    nodes,
                    "its nodes run " + there.version()));
  }

  private static Optional<PlanStep> newRelease(
      EksDesiredState want, ObservedNodegroup there, int nodes) {
    if (want.hasOwnImage()) {
      return Optional.empty();
    }
    return release(want, there.version())
        .filter(release -> !release.equals(there.releaseVersion()))
        .map(
            release ->
                new NodegroupStep.UpdateVersion(
                    there.name(),
                    Optional.empty(),
                    there.version(),
                    release,
                    nodes,
                    "its nodes have release " + there.releaseVersion()));
  }

  /**
   * The release that is asked for, if it is one of this version. Those of Bottlerocket do not say
   * of which version they are.
   */
  private static Optional<String> release(EksDesiredState want, String version) {
    String release = want.nodegroup().releaseVersion();
    String amiType = want.nodegroup().fixed().amiType();
    boolean untold = amiType != null && amiType.startsWith("BOTTLEROCKET");
    return Optional.ofNullable(release)
        .filter(text -> untold || text.startsWith(version + ".") || text.startsWith(version + "-"));
  }

  private static List<PlanStep> role(
      EksDesiredState want, EksObservedState seen, ProviderAnnotations annotations) {
    if (!(want.role() instanceof DesiredRole.Made made)
        || seen.nodegroup().filter(there -> !there.hasRole(made.name())).isPresent()) {
      return List.of();
    }
    if (seen.role().isEmpty()) {
      var steps = new ArrayList<PlanStep>();
      steps.add(new RoleStep.CreateRole(made, "it does not exist"));
      made.policies().forEach(policy -> steps.add(attach(made.name(), policy)));
      return steps;
    }
    if (seen.madeRole().isEmpty()) {
      return List.of(); // people's own of this name
    }
    ObservedRole there = seen.madeRole().get();
    var steps = new ArrayList<PlanStep>();
    made.policies().stream()
        .filter(policy -> !there.policies().contains(policy))
        .forEach(policy -> steps.add(attach(made.name(), policy)));
    var surplus = new TreeSet<>(EksAnnotations.POLICIES.read(annotations).keySet());
    made.policies().forEach(surplus::remove);
    surplus.retainAll(there.policies());
    surplus.forEach(
        policy ->
            steps.add(
                new RoleStep.DetachPolicy(
                    made.name(), policy, "spec.roleAdditionalPolicies no longer has it")));
    steps.addAll(TagPlanner.plan(there.resource(), there.tags(), made.tags(), annotations));
    return steps;
  }

  private static PlanStep attach(String role, String policy) {
    return new RoleStep.AttachPolicy(role, policy, "the role does not have it");
  }

  private static List<PlanStep> template(EksDesiredState want, EksObservedState seen) {
    if (want.template().isEmpty()) {
      return List.of();
    }
    DesiredTemplate wanted = want.template().get();
    if (seen.template().isEmpty()) {
      return List.of(new TemplateStep.CreateTemplate(wanted, "it does not exist", Map.of()));
    }
    ObservedTemplate there = seen.template().get();
    return isCurrent(wanted, there) ? List.of() : List.of(addVersion(wanted, there, seen));
  }

  private static PlanStep addVersion(
      DesiredTemplate want, ObservedTemplate there, EksObservedState seen) {
    Difference difference = want.changeFrom(there.fingerprint()).difference();
    Optional<TemplateReference> used =
        seen.nodegroup()
            .flatMap(ObservedNodegroup::template)
            .filter(reference -> reference.id().equals(there.id()));
    boolean serves = difference == Difference.UNKNOWN && used.isPresent();
    return new TemplateStep.AddVersion(
        want,
        there.id(),
        "version %d %s"
            .formatted(
                there.latestVersion(),
                serves ? "was not made by Weir, and nodes keep it" : "has different settings"),
        serves
            ? EksAnnotations.serving(there.id(), used.get().version())
            : EksAnnotations.noneServing());
  }

  /**
   * Whether the newest version is as wanted. How the same is asked for makes no difference, nor
   * does what is found for it by now, such as a newer image: each other version replaces all nodes.
   */
  static boolean isCurrent(DesiredTemplate want, ObservedTemplate there) {
    TemplateChange change = want.changeFrom(there.fingerprint());
    return switch (change.difference()) {
      case NONE, RULE, WORDING -> true;
      case SETTINGS -> !change.outdatesInstances();
      case USER_DATA, BOOTSTRAP, UNKNOWN -> false;
    };
  }

  /** Tags and hooks, which need not wait for anything. */
  static List<PlanStep> entries(
      EksDesiredState want, EksObservedState seen, ProviderAnnotations annotations) {
    DesiredNodegroup wanted = want.nodegroup();
    var steps = new ArrayList<PlanStep>();
    seen.nodegroup()
        .ifPresent(
            there ->
                steps.addAll(
                    TagPlanner.plan(there.resource(), there.tags(), wanted.tags(), annotations)));
    seen.group().ifPresent(group -> steps.addAll(ofGroup(wanted, group, annotations)));
    want.template()
        .ifPresent(
            template ->
                seen.template()
                    .ifPresent(
                        there ->
                            steps.addAll(
                                TagPlanner.plan(
                                    there.resource(),
                                    there.tags(),
                                    template.tags(),
                                    annotations))));
    return steps;
  }

  private static List<PlanStep> ofGroup(
      DesiredNodegroup want, ObservedGroup group, ProviderAnnotations annotations) {
    var steps =
        new ArrayList<>(
            TagPlanner.plan(group.resource(), group.tags(), want.groupTags(), annotations));
    // Nobody reads the hooks of a node group: what we remember of ours is believed.
    steps.addAll(HookPlanner.plan(group.name(), want.hooks(), Optional.empty(), annotations));
    return steps;
  }

  private static List<PlanStep> surplusVersions(EksObservedState seen, ObservedNodegroup there) {
    Set<Long> used =
        there
            .template()
            .map(template -> Set.of(Long.parseLong(template.version())))
            .orElse(Set.of());
    return TemplateVersionPlanner.surplusRemoval(seen.template(), used).stream().toList();
  }

  private static List<PlanStep> delete(EksObservedState seen) {
    if (seen.nodegroup().isPresent()) {
      ObservedNodegroup there = seen.nodegroup().get();
      return there.isDeleting()
          ? List.of()
          : List.of(delete(there, seen, "the pool is being deleted"));
    }
    var steps = new ArrayList<PlanStep>();
    String because = "the pool is being deleted, its node group is gone";
    seen.madeRole()
        .ifPresent(
            role -> steps.add(new RoleStep.DeleteRole(role.name(), role.policies(), because)));
    seen.template()
        .ifPresent(
            template ->
                steps.add(
                    new TemplateStep.DeleteTemplate(template.name(), template.id(), because)));
    return steps;
  }

  private static PlanStep delete(ObservedNodegroup there, EksObservedState seen, String because) {
    return new NodegroupStep.DeleteNodegroup(there.name(), seen.instances().size(), because);
  }

  /** Whether the nodes are made of what is wanted, and nothing of that is still to come. */
  public boolean isSettled(EksDesiredState want, PlanContext<EksObservedState> now) {
    return now.observation()
        .observedState()
        .filter(
            seen ->
                seen.nodegroup().filter(ObservedNodegroup::isChangeable).isPresent()
                    && want.isTemplateKnown()
                    && template(want, seen).isEmpty()
                    && want.upgrade(seen.nodegroup().get()).isDone()
                    && roll(want, seen, seen.nodegroup().get(), now.annotations()).isEmpty())
        .isPresent();
  }
}
