package io.weir.engine.rollout;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.engine.retire.DeletePolicy;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirements;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What upstream's Azure provider decides in sixty situations, and what is decided here: the golden
 * file has a line for each, and a reason wherever they differ. {@code -Dgolden=write} writes it.
 */
class UpstreamDecisionsTest {

  private static final Path GOLDEN = Path.of("src/test/resources/upstream/decisions.txt");
  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");

  private static final String BATCHES =
      "machines that have failed go a few at a time, as their successors may be no better";
  private static final String ENDING = "who is leaving already is not chosen again";
  private static final String BOTH =
      "a scale-in does not stop the rollout, nor the other way round";
  private static final String SURGE = "those above the replicas are the surge, which is needed";
  private static final String STATELESS =
      "a state that the cloud does not tell makes nobody exempt: readiness counts";
  private static final String NOT_READY =
      "the rule of Deployments: the unavailable ones that are outdated go first, and cost nothing";

  /** Why a decision differs, by the name of the case. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("scale in while mixed models, no rollout", BOTH),
          entry("same machines, no rollout: explicit scale in", SURGE),
          entry(
              "over-provisioned by one, the oldest outdated machine is already marked for deletion",
              ENDING),
          entry("two failed, oldest", BATCHES),
          entry("failed and deleting", ENDING + "; " + BATCHES),
          entry("three failed, one annotated", BATCHES),
          entry("four deleting, three annotated, newest", ENDING),
          entry(
              "two annotated, over-provisioned by three",
              "all three that are too many go at once, not only those that are named"),
          entry("all failed, random", BATCHES),
          entry("machines without provisioning state are neither ready nor unready", STATELESS),
          entry(
              "max surge 0, no max unavailable",
              "both are 0, so nothing could ever be rolled: one may be unavailable"),
          entry("negative values", "refused at admission"),
          entry("generated, seed 20260820", STATELESS),
          entry(
              "generated, seed 20260829",
              "what is missing is asked for, and the floor of six leaves one to spare meanwhile"),
          entry("generated, seed 20260834", BOTH),
          entry("generated, seed 20260840", SURGE),
          entry("generated, seed 20260856", NOT_READY));

  @Test
  void whatDiffersFromUpstreamDoesSoForAReason() throws IOException {
    List<String> lines = new ArrayList<>();
    List<String> unexplained = new ArrayList<>();
    for (JsonNode each : cases()) {
      String name = each.path("name").asText();
      Optional<PoolView> view = view(each.path("input"));
      Set<String> ours = view.map(UpstreamDecisionsTest::chosen).orElse(Set.of());
      boolean same = isLike(ours, each.path("output"));
      if (!same && !REASONS.containsKey(name)) {
        unexplained.add(name);
      }
      lines.add(
          "%s: upstream %s, here %s%s"
              .formatted(
                  name,
                  upstream(each.path("output")),
                  view.isPresent() ? ours : "refused",
                  same ? "" : ": " + REASONS.get(name)));
    }
    String text = String.join("\n", lines) + "\n";
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(GOLDEN, text);
    }
    assertThat(unexplained).isEmpty();
    assertThat(text).isEqualTo(Files.readString(GOLDEN));
  }

  private static Iterable<JsonNode> cases() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            UpstreamDecisionsTest.class.getResourceAsStream(
                "/upstream/azure-rolling-decisions.json"))) {
      return Json.MAPPER.readTree(in);
    }
  }

  private static String upstream(JsonNode output) {
    if (output.hasNonNull("selectError")) {
      return "refuses";
    }
    return output.has("selected")
        ? output.path("selected").valueStream().map(JsonNode::asText).sorted().toList().toString()
        : output.path("selectedCount").asInt() + " at random";
  }

  private static boolean isLike(Set<String> ours, JsonNode output) {
    if (output.has("selected")) {
      return ours.equals(
          new TreeSet<>(output.path("selected").valueStream().map(JsonNode::asText).toList()));
    }
    Set<String> candidates = new TreeSet<>();
    output
        .path("selectedPositions")
        .forEach(position -> position.forEach(name -> candidates.add(name.asText())));
    return ours.size() == output.path("selectedCount").asInt() && candidates.containsAll(ours);
  }

  private static Set<String> chosen(PoolView view) {
    return new TreeSet<>(PoolPlanner.plan(view).retirements().entries().keySet());
  }

  /** The same situation; absent where the strategy is refused at admission. */
  private static Optional<PoolView> view(JsonNode input) {
    JsonNode update = input.at("/strategy/rollingUpdate");
    Optional<IntOrPercent> surge = number(update.path("maxSurge"), 1);
    Optional<IntOrPercent> unavailable = number(update.path("maxUnavailable"), 0);
    if (surge.isEmpty() || unavailable.isEmpty()) {
      return Optional.empty();
    }
    List<Member> members =
        input.path("machines").valueStream().map(UpstreamDecisionsTest::member).toList();
    int asked = (int) members.stream().filter(it -> it.health() != MemberHealth.ENDING).count();
    boolean rolls = !input.path("skipModelReconciliation").asBoolean();
    return Optional.of(
        new PoolView(
            "default/workers",
            input.path("desiredReplicas").asInt(),
            new RolloutStrategy(
                surge.get(), unavailable.get(), policy(update.path("deletePolicy").asText())),
            new PoolControl(true, true, rolls, !rolls, false, Optional.empty()),
            asked,
            true,
            members,
            new Retirements(Collections.emptySortedMap(), 0, Retirements.NONE.backoff()),
            NOW));
  }

  private static Optional<IntOrPercent> number(JsonNode value, int absent) {
    return value.isMissingNode() || value.isNull()
        ? Optional.of(IntOrPercent.of(absent))
        : IntOrPercent.parse(value.asText());
  }

  private static DeletePolicy policy(String text) {
    return switch (text) {
      case "Oldest" -> DeletePolicy.OLDEST;
      case "Newest" -> DeletePolicy.NEWEST;
      default -> DeletePolicy.RANDOM;
    };
  }

  private static Member member(JsonNode machine) {
    String state = machine.path("provisioningState").asText();
    boolean ending = machine.hasNonNull("deletionTimestamp") || state.equals("Deleting");
    return new Member(
        machine.path("name").asText(),
        "",
        Optional.of(Instant.parse(machine.path("creationTimestamp").asText())),
        ending
            ? MemberHealth.ENDING
            : machine.path("ready").asBoolean() ? MemberHealth.READY : MemberHealth.NOT_READY,
        state.equals("Failed"),
        machine.path("latestModelApplied").asBoolean()
            ? MemberFreshness.CURRENT
            : MemberFreshness.OUTDATED,
        machine.path("deleteMachineAnnotation").asBoolean()
            ? RemovalWish.PREFERRED
            : RemovalWish.NONE,
        false,
        false);
  }
}
