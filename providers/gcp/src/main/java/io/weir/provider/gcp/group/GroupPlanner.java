package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Freshness;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.gcp.template.DesiredTemplate;
import io.weir.provider.gcp.template.InstanceTemplate;
import io.weir.provider.gcp.template.TemplateMarks;
import io.weir.provider.http.JsonFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The steps of a managed instance group. The template comes before the size, so that no machine is
 * made from an old one; those that leave do so by name. While a write is not done, nothing is
 * planned: what comes of it is not known.
 */
public final class GroupPlanner implements SingleObjectPlanner<DesiredGroup, ObservedGroup> {

  /** Machines in a call. */
  private static final int MOST_IN_A_CALL = 1_000;

  @Override
  public List<PlanStep> create(PoolIdentity pool, DesiredGroup want) {
    return want.staleUserDataReason().isPresent()
        ? List.of()
        : List.of(createTemplate(want, Optional.empty(), "there is none as the pool asks for it"));
  }

  private static GroupStep.CreateTemplate createTemplate(
      DesiredGroup want, Optional<TemplateFingerprint> adopted, String reason) {
    return new GroupStep.CreateTemplate(want.name(), want.template(), marks(want, adopted), reason);
  }

  private static TemplateMarks marks(DesiredGroup want, Optional<TemplateFingerprint> adopted) {
    return new TemplateMarks(want.marks(), want.name(), want.template().fingerprint(), adopted);
  }

  @Override
  public List<PlanStep> update(
      ObservedGroup seen,
      PoolIntent.Converge<DesiredGroup> intent,
      PlanContext<ObservedGroup> now) {
    return seen.operations().waiting() || seen.isDeleting()
        ? List.of()
        : new Update(seen, intent, now.pool()).plan();
  }

  @Override
  public PlanStep claim(
      ObservedGroup seen, PlanContext<ObservedGroup> now, Ownership.Claimable claimable) {
    ObjectNode settings =
        GroupSettings.of(
            now.pool().claim().marks(),
            GroupSettings.OPPORTUNISTIC,
            seen.location().isRegional(),
            seen.zones().size());
    return new GroupStep.ClaimGroup(
        seen.name(),
        seen.location(),
        settings.put("fingerprint", seen.fingerprint()),
        claimable.eventReason(),
        claimable.reason());
  }

  /** The group first: a template that it uses cannot be deleted. */
  @Override
  public List<PlanStep> delete(ObservedGroup seen, PlanContext<ObservedGroup> now) {
    if (seen.operations().waiting()) {
      return List.of();
    }
    return seen.hasGroup()
        ? List.of(new GroupStep.DeleteGroup(seen.name(), seen.location(), seen.members().size()))
        : seen.ownTemplates(now.pool()).stream()
            .<PlanStep>map(
                each ->
                    new GroupStep.DeleteTemplate(
                        seen.name(), each.name(), "the pool is being deleted"))
            .toList();
  }

  /** Whether the group makes machines from what is wanted, be its user data older. */
  public static boolean hasTemplate(DesiredGroup want, ObservedGroup seen) {
    return switch (want.template().changeFrom(seen.templateFingerprint()).difference()) {
      case NONE, RULE, WORDING, USER_DATA -> true;
      case BOOTSTRAP, SETTINGS, UNKNOWN -> false;
    };
  }

  /** Whether machines that there are are to be replaced for what is wanted of the template. */
  public static boolean outdatesInstances(DesiredGroup want, ObservedGroup seen) {
    return want.template().changeFrom(seen.templateFingerprint()).outdatesInstances();
  }

  /** Whether all machines are made of what is wanted, and nothing of that is still to come. */
  public static boolean isSettled(DesiredGroup want, ObservedGroup seen) {
    return hasTemplate(want, seen)
        && seen.freshnessOfStaying(want.template()).stream()
            .allMatch(each -> each == Freshness.CURRENT);
  }

  /** A plan for what is the pool's. */
  private record Update(
      ObservedGroup seen, PoolIntent.Converge<DesiredGroup> intent, PoolIdentity pool) {

    DesiredGroup want() {
      return intent.desired();
    }

    DesiredTemplate wanted() {
      return want().template();
    }

    List<PlanStep> plan() {
      if (!seen.hasGroup()) {
        return create();
      }
      var steps = new ArrayList<PlanStep>(leave());
      settings().ifPresent(steps::add);
      template().ifPresent(steps::add);
      resize().ifPresent(steps::add);
      if (steps.isEmpty()) {
        steps.addAll(surplus());
      }
      return List.copyOf(steps);
    }

    private List<PlanStep> create() {
      if (want().staleUserDataReason().isPresent()) {
        return List.of();
      }
      TemplateMarks marks = marks(want(), seen.adopted());
      String template = wanted().name(marks);
      return List.of(
          seen.templates().containsKey(template)
              ? new GroupStep.CreateGroup(
                  want(),
                  template,
                  want().replicas(),
                  "it does not exist, %d machines wanted".formatted(want().replicas()))
              : createTemplate(want(), seen.adopted(), "there is none as the pool asks for it"));
    }

    /** By name, as many in a call as were chosen together, and once. */
    private List<PlanStep> leave() {
      Map<String, ManagedInstance> staying =
          seen.staying().stream()
              .collect(Collectors.toMap(ManagedInstance::id, Function.identity()));
      var deleted = new TreeMap<Instant, List<String>>();
      var recreated = new TreeMap<Instant, List<String>>();
      for (PoolIntent.Leave each : intent.leave()) {
        ManagedInstance member = staying.get(each.instanceId());
        if (member != null && !(each.shrink() && seen.hasAutoscaler())) {
          (isSizedByOthers() && !each.shrink() ? recreated : deleted)
              .computeIfAbsent(each.since(), _ -> new ArrayList<>())
              .add(member.path());
        }
      }
      var steps = new ArrayList<PlanStep>();
      inCalls(
          deleted,
          (since, some) ->
              steps.add(
                  new GroupStep.DeleteInstances(
                      seen.name(), seen.location(), some, since, reason(some))));
      inCalls(
          recreated,
          (since, some) ->
              steps.add(
                  new GroupStep.RecreateInstances(
                      seen.name(), seen.location(), some, since, reason(some))));
      return steps;
    }

    private interface Call {
      void add(Instant since, List<String> some);
    }

    private static void inCalls(Map<Instant, List<String>> byTime, Call call) {
      byTime.forEach(
          (since, all) -> {
            for (int from = 0; from < all.size(); from += MOST_IN_A_CALL) {
              call.add(since, all.subList(from, Math.min(all.size(), from + MOST_IN_A_CALL)));
            }
          });
    }

    private static String reason(List<String> some) {
      return some.size() == 1 ? "it is to leave" : some.size() + " are to leave";
    }

    /** An autoscaler of Google's would take back any size. */
    private boolean isSizedByOthers() {
      return want().desiredSize().isEmpty() || seen.hasAutoscaler();
    }

    private Optional<PlanStep> settings() {
      ObjectNode patch =
          GroupSettings.changes(
              GroupSettings.of(
                  want().marks(), type(), seen.location().isRegional(), seen.zones().size()),
              seen.group());
      if (patch.isEmpty()) {
        return Optional.empty();
      }
      boolean starts =
          patch.at("/updatePolicy/type").asText().equals(GroupSettings.PROACTIVE)
              && !seen.updateType().equals(GroupSettings.PROACTIVE);
      String reason =
          starts
              ? "%d machines are outdated".formatted(outdated())
              : "not as wanted: " + String.join(", ", JsonFields.names(patch));
      return Optional.of(
          new GroupStep.UpdateGroup(
              seen.name(),
              seen.location(),
              patch.put("fingerprint", seen.fingerprint()),
              starts ? seen.staying().size() : 0,
              reason));
    }

    private int outdated() {
      return Collections.frequency(seen.freshnessOfStaying(wanted()), Freshness.OUTDATED);
    }

    /**
     * Google's updater tells templates apart that differ in a token only, so that it works while
     * machines are outdated and not longer.
     */
    private String type() {
      boolean runs = seen.updateType().equals(GroupSettings.PROACTIVE);
      boolean due = hasTemplate(want(), seen) && outdated() > 0;
      return switch (intent.roll()) {
        case PROCEED -> due ? GroupSettings.PROACTIVE : GroupSettings.OPPORTUNISTIC;
        case HOLD -> runs && due ? GroupSettings.PROACTIVE : GroupSettings.OPPORTUNISTIC;
        case CANCEL -> GroupSettings.OPPORTUNISTIC;
      };
    }

    /** Makes the next template, or has the group use the one that was made. */
    private Optional<PlanStep> template() {
      TemplateChange change = wanted().changeFrom(seen.templateFingerprint());
      boolean fits =
          switch (change.difference()) {
            case NONE, RULE, WORDING -> true;
            case USER_DATA, BOOTSTRAP, SETTINGS, UNKNOWN -> false;
          };
      if (fits || want().staleUserDataReason().isPresent()) {
        return Optional.empty();
      }
      Optional<TemplateFingerprint> adopted = adopted();
      String name = wanted().name(marks(want(), adopted));
      return Optional.of(
          seen.templates().containsKey(name)
              ? new GroupStep.SetTemplate(seen.name(), seen.location(), name, reason(change))
              : createTemplate(want(), adopted, reason(change)));
    }

    /** Machines of templates that Weir did not make count as such of the first that it makes. */
    private Optional<TemplateFingerprint> adopted() {
      boolean foreign = seen.usedTemplates().size() == 1 && seen.templateFingerprint().isEmpty();
      return seen.adopted()
          .or(() -> foreign ? Optional.of(wanted().fingerprint()) : Optional.empty());
    }

    private static String reason(TemplateChange change) {
      return switch (change.difference()) {
        case USER_DATA -> "it has older bootstrap data";
        case BOOTSTRAP -> "it has other bootstrap data";
        case SETTINGS -> "it is not as the pool asks for it";
        case UNKNOWN -> "Weir did not make it";
        case NONE, RULE, WORDING -> "it is as the pool asks for it";
      };
    }

    private int size() {
      if (intent.size().isEmpty()) {
        return isSizedByOthers() ? seen.targetSize() : want().replicas();
      }
      if (seen.hasAutoscaler()) {
        return seen.targetSize();
      }
      int size = intent.size().getAsInt();
      int target = seen.targetSize();
      return target < size ? Math.max(target, size - fallen()) : size;
    }

    /** With those that are gone the size has fallen already. */
    private int fallen() {
      Set<String> staying =
          seen.staying().stream().map(ManagedInstance::id).collect(Collectors.toSet());
      return Math.toIntExact(
          intent.leave().stream()
              .filter(PoolIntent.Leave::shrink)
              .filter(each -> !staying.contains(each.instanceId()))
              .count());
    }

    /** Not below what is there: the group would pick those that go. */
    private Optional<PlanStep> resize() {
      int size = size();
      int there = seen.staying().size();
      return size == seen.targetSize() || size < there
          ? Optional.empty()
          : Optional.of(
              new GroupStep.ResizeGroup(
                  seen.name(),
                  seen.location(),
                  size,
                  "%d machines wanted, %d asked for, %d there"
                      .formatted(size, seen.targetSize(), there)));
    }

    /** What neither the group nor a machine uses; a machine that is repaired may need its own. */
    private List<PlanStep> surplus() {
      var used = new HashSet<>(seen.usedTemplates());
      seen.members().forEach(each -> used.add(each.template()));
      boolean known = seen.members().stream().noneMatch(each -> each.template().isEmpty());
      return !known
          ? List.of()
          : seen.ownTemplates(pool).stream()
              .map(InstanceTemplate::name)
              .filter(each -> !used.contains(each))
              .<PlanStep>map(
                  each -> new GroupStep.DeleteTemplate(seen.name(), each, "nothing uses it"))
              .toList();
    }
  }
}
