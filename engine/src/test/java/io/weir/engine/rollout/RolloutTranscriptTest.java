package io.weir.engine.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.retire.DeletePolicy;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirement;
import io.weir.engine.rollout.SimulatedPool.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whole rollouts, minute by minute, as files that people read: {@code -Dgolden=write} writes them.
 */
class RolloutTranscriptTest {

  private static final Path DIRECTORY = Path.of("src/test/resources/rollouts");

  /**
   * A rollout.
   *
   * @param name of the file
   * @param about what is shown, and what upstream does in the same situation
   * @param pool how it begins
   * @param events what happens in which minute
   */
  private record Story(
      String name, String about, SimulatedPool pool, Map<Integer, Consumer<SimulatedPool>> events) {

    Story at(int minute, Consumer<SimulatedPool> event) {
      var more = new TreeMap<>(events);
      more.put(minute, event);
      return new Story(name, about, pool, more);
    }
  }

  @TestFactory
  Stream<DynamicTest> eachRolloutGoesAsWritten() {
    return stories().map(story -> DynamicTest.dynamicTest(story.name(), () -> check(story)));
  }

  private static Stream<Story> stories() {
    return Stream.of(
        story("surge-one", "One more machine than wanted, none less; upstream does the same.", 3)
            .at(1, pool -> pool.revision++),
        story(
                "surge-and-unavailable",
                "Ten machines, maxSurge 25%, maxUnavailable 1: one old machine goes at once, as"
                    + " upstream.",
                10,
                strategy("25%", "1", DeletePolicy.OLDEST))
            .at(1, pool -> pool.revision++),
        story(
                "unavailable-three",
                "No surge: three at a time. Upstream asks for the size again after each batch.",
                10,
                strategy("0", "3", DeletePolicy.NEWEST))
            .at(1, pool -> pool.revision++),
        story(
                "unavailable-above-replicas",
                "maxUnavailable above the replicas: all at once, as people asked, and as upstream"
                    + " does.",
                3,
                strategy("0", "5", DeletePolicy.OLDEST))
            .at(1, pool -> pool.revision++),
        story(
                "both-zero",
                "Upstream accepts this and never rolls anything; here one may be unavailable, as in"
                    + " Deployments.",
                2,
                strategy("0%", "0", DeletePolicy.OLDEST))
            .at(1, pool -> pool.revision++),
        story("scale-in", "From five to three: two are drained, then the size falls with them.", 5)
            .at(1, pool -> pool.replicas = 3),
        story(
                "scale-in-taken-back",
                "From five to three, and to four while two drain: one is given back.",
                5)
            .at(0, pool -> pool.drainMinutes = 4)
            .at(1, pool -> pool.replicas = 3)
            .at(3, pool -> pool.replicas = 4),
        story(
                "scale-in-of-the-named",
                "The autoscaler names a Node that it has emptied, then lowers the replicas: that"
                    + " one goes.",
                4)
            .at(
                1,
                pool -> {
                  pool.machine("m03").orElseThrow().wish = RemovalWish.EMPTIED;
                  pool.replicas = 3;
                }),
        story(
                "scale-in-while-rolling",
                "The rollout goes on, and outdated machines serve the scale-in as long as the floor"
                    + " allows. Upstream ends the machines that are starting instead.",
                5,
                strategy("2", "0", DeletePolicy.OLDEST))
            .at(1, pool -> pool.revision++)
            .at(2, pool -> pool.replicas = 3),
        story("scale-out-while-rolling", "The size is asked for at once; upstream does, too.", 3)
            .at(1, pool -> pool.revision++)
            .at(3, pool -> pool.replicas = 5),
        story(
                "reversed",
                "A change that is taken back: what drains is given back, and the new machines go.",
                3)
            .at(0, pool -> pool.drainMinutes = 3)
            .at(1, pool -> pool.revision = 2)
            .at(5, pool -> pool.revision = 1),
        story(
                "superseded",
                "Another change before the first one is through: machines of both are outdated.",
                3)
            .at(1, pool -> pool.revision = 2)
            .at(6, pool -> pool.revision = 3),
        story(
                "paused",
                "Paused with a surge: nobody leaves for the rollout, and the surge stays until it"
                    + " goes on.",
                3)
            .at(1, pool -> pool.revision++)
            .at(3, pool -> pool.control = paused(true))
            .at(7, pool -> pool.control = paused(false)),
        story(
                "never-joins",
                "Machines of the new template never join: one of them at a time, replaced ever"
                    + " later, and no old one goes. The corrected template replaces it first.",
                3)
            .at(
                1,
                pool -> {
                  pool.broken.add(2);
                  pool.revision = 2;
                })
            .at(60, pool -> pool.revision = 3),
        story(
                "failed-machine",
                "One fails during a rollout. Upstream stops everything until it is gone; here both"
                    + " go on.",
                3)
            .at(1, pool -> pool.revision++)
            .at(2, pool -> pool.machine("m02").orElseThrow().failed = true),
        story(
                "cluster-out-of-reach",
                "Nothing is known of Nodes: nothing is rolled until it is.",
                3)
            .at(
                1,
                pool -> {
                  pool.revision++;
                  pool.reachable = false;
                })
            .at(6, pool -> pool.reachable = true),
        story(
                "sized-elsewhere",
                "An autoscaler sizes the group, so nothing can surge: one may be unavailable."
                    + " Upstream leaves the old machines.",
                3)
            .at(
                0,
                pool ->
                    pool.control =
                        new PoolControl(false, true, true, false, false, Optional.empty()))
            .at(1, pool -> pool.revision++),
        story("brake", "Nothing may be ended for some minutes; the rollout waits.", 2)
            .at(1, pool -> pool.revision++)
            .at(
                4,
                pool ->
                    pool.control =
                        new PoolControl(
                            true,
                            true,
                            true,
                            false,
                            false,
                            Optional.of("terminations are stopped")))
            .at(9, pool -> pool.control = PoolControl.ALL),
        story(
                "random",
                "Random, drawn once: each pass has the same order.",
                4,
                strategy("0", "2", DeletePolicy.RANDOM))
            .at(1, pool -> pool.revision++),
        story(
                "scale-in-of-the-named-while-rolling",
                "The autoscaler empties a new machine while others drain: it goes with the"
                    + " replicas.",
                5,
                strategy("2", "0", DeletePolicy.OLDEST))
            .at(0, pool -> pool.drainMinutes = 4)
            .at(1, pool -> pool.revision++)
            .at(
                6,
                pool -> {
                  pool.machine("m06").orElseThrow().wish = RemovalWish.EMPTIED;
                  pool.replicas = 4;
                }),
        story(
                "scale-out-while-draining",
                "Two old machines hang in their drain; growing does not wait for them.",
                2,
                strategy("2", "0", DeletePolicy.OLDEST))
            .at(0, pool -> pool.drainMinutes = 30)
            .at(1, pool -> pool.revision++)
            .at(6, pool -> pool.replicas = 4),
        story(
                "scale-in-while-paused",
                "A pause holds the rollout, not the size.",
                5,
                strategy("2", "0", DeletePolicy.OLDEST))
            .at(1, pool -> pool.revision++)
            .at(2, pool -> pool.control = paused(true))
            .at(6, pool -> pool.replicas = 3),
        story(
                "freshness-unknown",
                "For some minutes nobody can tell what is outdated: the surge that there is stays.",
                3)
            .at(1, pool -> pool.revision++)
            .at(2, pool -> pool.judged = false)
            .at(6, pool -> pool.judged = true),
        story(
                "no-room-for-one-more",
                "The cloud has no capacity for a surge, and an old machine has broken: it goes"
                    + " first.",
                3)
            .at(
                1,
                pool -> {
                  pool.capacity = 3;
                  pool.machine("m02").orElseThrow().notReady = true;
                  pool.revision++;
                })
            .at(12, pool -> pool.capacity = 9),
        story(
                "one-too-many",
                "The cloud has launched one more by itself and will end one: none of ours is"
                    + " chosen.",
                3)
            .at(1, pool -> pool.machines.add(new Machine("extra", "zone-0", 1, 0, true)))
            .at(6, pool -> pool.machine("extra").orElseThrow().ending = true),
        story("to-zero", "All go, and none is replaced, in the middle of a rollout.", 3)
            .at(1, pool -> pool.revision++)
            .at(4, pool -> pool.replicas = 0));
  }

  private static PoolControl paused(boolean paused) {
    return new PoolControl(true, true, true, false, paused, Optional.empty());
  }

  static RolloutStrategy strategy(String surge, String unavailable, DeletePolicy policy) {
    return new RolloutStrategy(
        IntOrPercent.parse(surge).orElseThrow(),
        IntOrPercent.parse(unavailable).orElseThrow(),
        policy);
  }

  private static Story story(String name, String about, int replicas) {
    return story(name, about, replicas, RolloutStrategy.DEFAULT);
  }

  private static Story story(String name, String about, int replicas, RolloutStrategy strategy) {
    SimulatedPool pool = SimulatedPool.running(replicas);
    pool.strategy = strategy;
    return new Story(name, about, pool, Map.of());
  }

  private static void check(Story story) throws IOException {
    String transcript = transcript(story);
    Path file = DIRECTORY.resolve(story.name() + ".txt");
    if (System.getProperty("golden", "").equals("write")) {
      Files.writeString(file, transcript);
    }
    assertThat(transcript).isEqualTo(Files.readString(file));
  }

  /** Until nothing has happened for a while, and the last event is over. */
  private static String transcript(Story story) {
    List<String> lines = new ArrayList<>();
    int last = story.events().keySet().stream().max(Integer::compare).orElse(0);
    SimulatedPool pool = story.pool();
    String before = "";
    int unchanged = 0;
    while (pool.minute <= last || unchanged < 3) {
      Optional.ofNullable(story.events().get(pool.minute)).ifPresent(event -> event.accept(pool));
      int askedBefore = pool.asked;
      PoolPlan plan = PoolPlanner.plan(pool.view());
      String machines = machines(pool, plan);
      String line =
          "%-9s %s%n          %s: %s"
              .formatted(
                  plan.size() == askedBefore ? plan.size() : askedBefore + " -> " + plan.size(),
                  machines,
                  plan.progress().state(),
                  plan.progress().message());
      unchanged =
          line.equals(before) && !story.events().containsKey(pool.minute) ? unchanged + 1 : 0;
      if (!line.equals(before)) {
        lines.add("%3d  %s".formatted(pool.minute, line));
      }
      before = line;
      assertThat(pool.minute).as("it ends: " + String.join("\n", lines)).isLessThan(200);
      pool.carryOut(plan);
      pool.pass();
    }
    return """
    %s
    maxSurge %s, maxUnavailable %s, %s. r2 is a revision; + available, - not yet or no more, ! failed or never joined, x ending.
    Minute, size asked for, machines and why they leave; below, what people are told.

    %s
    """
        .formatted(
            story.about(),
            pool.strategy.maxSurge(),
            pool.strategy.maxUnavailable(),
            pool.strategy.deletePolicy().text(),
            String.join("\n", lines));
  }

  private static String machines(SimulatedPool pool, PoolPlan plan) {
    if (pool.machines.isEmpty()) {
      return "none";
    }
    return pool.machines.stream()
        .map(
            machine ->
                "%s/r%d%s%s"
                    .formatted(
                        machine.id,
                        machine.revision,
                        mark(pool, machine),
                        plan.restore().contains(machine.id)
                            ? " given back"
                            : plan.retirements()
                                .of(machine.id)
                                .map(RolloutTranscriptTest::leaving)
                                .orElse("")))
        .collect(Collectors.joining(", "));
  }

  private static String mark(SimulatedPool pool, Machine machine) {
    Member member =
        pool.view().members().stream()
            .filter(each -> each.id().equals(machine.id))
            .findFirst()
            .orElseThrow();
    if (member.broken()) {
      return "!";
    }
    return switch (member.health()) {
      case READY -> "+";
      case NOT_READY -> "-";
      case UNKNOWN -> "?";
      case ENDING, HELD -> "x";
    };
  }

  private static String leaving(Retirement entry) {
    return " %s (%s)"
        .formatted(
            entry.state().text(),
            entry.reasons().stream().map(reason -> reason.text()).collect(Collectors.joining(" ")));
  }
}
