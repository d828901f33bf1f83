package io.weir.provider.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.provider.DesiredState;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a cloud whose templates are objects of their own, each named after what it is made from. */
class TemplateGroupPlannerTest {

  private static final PoolIdentity POOL =
      new PoolIdentity(
          new ObjectKey("team", "workers"),
          "uid",
          "c1",
          "workers",
          OwnershipClaim.byMarks(new PoolMarks("m1", "Toy/team/workers"), "team"));

  /**
   * What is wanted.
   *
   * @param template name of the template; empty while it is not known
   */
  private record Wanted(String template, int size) implements DesiredState {}

  private record Step(String description) implements PlanStep {
    @Override
    public String reason() {
      return "";
    }
  }

  /**
   * What is there.
   *
   * @param group whose the group is: ours, deleting, claimable, foreign, held or none
   * @param template whose the template is: ours, claimable, foreign or none
   * @param uses the template that the group uses
   * @param names names of the templates that there are, the newest last
   */
  private record Shown(String group, String template, String uses, int size, List<String> names)
      implements TemplateGroupState {

    @Override
    public boolean hasGroup() {
      return !group.equals("none");
    }

    @Override
    public boolean hasTemplate() {
      return !template.equals("none");
    }

    @Override
    public boolean isGroupDeleting() {
      return group.equals("deleting");
    }

    @Override
    public boolean groupUsesTemplate() {
      return hasGroup() && names.contains(uses);
    }

    @Override
    public boolean groupUsesNewest() {
      return groupUsesTemplate() && uses.equals(names.getLast());
    }

    @Override
    public Optional<Ownership> ownershipOfGroup(
        PoolIdentity pool, ProviderAnnotations annotations) {
      return ownership(group);
    }

    @Override
    public Optional<Ownership> ownershipOfTemplate(
        PoolIdentity pool, ProviderAnnotations annotations) {
      return ownership(template);
    }

    private static Optional<Ownership> ownership(String whose) {
      return switch (whose) {
        case "none" -> Optional.empty();
        case "claimable" -> Optional.of(new Ownership.Claimable(true, "it asks for it"));
        case "foreign" -> Optional.of(new Ownership.Foreign("another pool's", true));
        case "held" -> Optional.of(new Ownership.Held("in doubt"));
        default -> Optional.of(new Ownership.Ours());
      };
    }

    @Override
    public List<Instance> instances() {
      return List.of();
    }

    @Override
    public boolean isChanging() {
      return false;
    }

    @Override
    public Optional<String> problem() {
      return Optional.empty();
    }
  }

  private static final class ToyPlanner implements TemplateGroupPlanner<Wanted, Shown> {

    @Override
    public Shown absent() {
      return new Shown("none", "none", "", 0, List.of());
    }

    @Override
    public boolean isTemplateKnown(Wanted want) {
      return !want.template().isEmpty();
    }

    @Override
    public Optional<PlanStep> template(ConvergeContext<Wanted, Shown> now) {
      boolean there = now.seen().names().contains(now.want().template());
      return there ? Optional.empty() : Optional.of(new Step("make " + now.want().template()));
    }

    @Override
    public PlanStep createGroup(ConvergeContext<Wanted, Shown> now) {
      return new Step("make group");
    }

    @Override
    public List<PlanStep> group(ConvergeContext<Wanted, Shown> now) {
      var steps = new ArrayList<PlanStep>();
      if (now.seen().size() != now.want().size()) {
        steps.add(new Step("size"));
      }
      boolean pointed = now.seen().uses().equals(now.want().template());
      if (isTemplateKnown(now.want()) && !pointed) {
        steps.add(new Step("point"));
      }
      return steps;
    }

    @Override
    public List<PlanStep> sharedEntries(ConvergeContext<Wanted, Shown> now) {
      return now.seen().hasGroup() ? List.of(new Step("tags")) : List.of();
    }

    @Override
    public Optional<PlanStep> roll(ConvergeContext<Wanted, Shown> now) {
      return Optional.of(new Step("roll"));
    }

    @Override
    public Optional<PlanStep> surplus(ConvergeContext<Wanted, Shown> now) {
      return now.seen().names().stream()
          .filter(name -> !name.equals(now.seen().names().getLast()))
          .filter(name -> !name.equals(now.seen().uses()))
          .findFirst()
          .map(name -> new Step("drop " + name));
    }

    @Override
    public PlanStep claimGroup(Shown seen, PlanContext<Shown> now, Ownership.Claimable claimable) {
      return new Step("claim group");
    }

    @Override
    public PlanStep claimTemplate(
        Shown seen, PlanContext<Shown> now, Ownership.Claimable claimable) {
      return new Step("claim template");
    }

    @Override
    public PlanStep deleteGroup(Shown seen) {
      return new Step("delete group");
    }

    @Override
    public PlanStep deleteTemplate(Shown seen) {
      return new Step("delete template");
    }
  }

  /**
   * Columns: whose the group is, whose the template, what the group uses, its size, the templates
   * that there are; then the plan for three instances of {@code t2}, the plan while the template is
   * not known, and the plan of the deletion.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none      | none      | -  | 0 | -        | make t2, make group       | -          | -
          none      | ours      | -  | 0 | t2       | make group                | -          | delete template
          none      | foreign   | -  | 0 | t2       | -                         | -          | -
          none      | claimable | -  | 0 | t2       | claim template            | claim template | claim template
          ours      | none      | t1 | 3 | -        | make t2, tags             | tags       | delete group
          ours      | ours      | t1 | 3 | t1       | make t2, point, tags      | tags       | delete group
          ours      | ours      | t1 | 2 | t1       | make t2, size, point, tags | size, tags | delete group
          ours      | ours      | t1 | 3 | t1 t2    | point, tags               | tags       | delete group
          ours      | ours      | t2 | 3 | t1 t2    | tags, roll, drop t1       | drop t1, tags | delete group
          ours      | ours      | t2 | 3 | t2       | tags, roll                | tags       | delete group
          deleting  | ours      | t2 | 3 | t2       | -                         | -          | -
          claimable | ours      | t2 | 3 | t2       | claim group               | claim group | claim group
          ours      | claimable | t2 | 3 | t2       | claim template            | claim template | claim template
          foreign   | ours      | t9 | 3 | t2       | -                         | -          | delete template
          foreign   | ours      | t2 | 3 | t2       | -                         | -          | -
          ours      | foreign   | t9 | 3 | t2       | -                         | -          | delete group
          held      | ours      | t9 | 3 | t2       | -                         | -          | -
          """)
  void theGroupComesAfterTheTemplateAndGoesBeforeIt(
      String group,
      String template,
      String uses,
      int size,
      String names,
      String plan,
      String unknown,
      String deletion) {
    List<String> templates = names.equals("-") ? List.of() : List.of(names.split(" ", -1));
    var seen =
        new Observation.Present<>(new Shown(group, template, uses, size, templates), Instant.EPOCH);

    assertThat(steps(converge("t2"), seen)).isEqualTo(plan);
    assertThat(steps(converge(""), seen)).isEqualTo(unknown);
    assertThat(steps(new PoolIntent.Delete<>(false), seen)).isEqualTo(deletion);
    assertThat(steps(new PoolIntent.Pause<>(), seen)).isEqualTo("-");
  }

  @Test
  void absenceIsWhereEverythingBeginsAndNothingFollowsFromTheUnknown() {
    assertThat(steps(converge("t2"), new Observation.ProvenAbsent<>(Instant.EPOCH)))
        .isEqualTo("make t2, make group");
    assertThat(steps(converge("t2"), new Observation.Unknown<>("not looked yet"))).isEqualTo("-");
    assertThat(steps(new PoolIntent.Delete<>(false), new Observation.Unknown<>("not looked yet")))
        .isEqualTo("-");
  }

  private static PoolIntent<Wanted> converge(String template) {
    return new PoolIntent.Converge<>(new Wanted(template, 3));
  }

  private static String steps(PoolIntent<Wanted> intent, Observation<Shown> seen) {
    var now = new PlanContext<>(POOL, seen, ProviderAnnotations.NONE);
    List<String> steps =
        new ToyPlanner().plan(intent, now).stream().map(PlanStep::description).toList();
    return steps.isEmpty() ? "-" : String.join(", ", steps);
  }
}
