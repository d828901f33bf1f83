package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.token.JoinToken;
import io.weir.kernel.harness.MemoryApiServer.Request;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.KubeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Days in the life of tokens, while a cloud starts machines as it likes. */
class TokenLifecycleTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration HALF = KubeadmConfigSimulation.POLICY.ttl().dividedBy(2);

  @Test
  void forADayNoMachineFailsToJoinForItsToken() throws Exception {
    long seed = Long.getLong("weir.seed", 1);
    for (int round = 0; round < 3; round++) {
      try (var simulatedDay = new SimulatedDay(seed + round)) {
        simulatedDay.live();
        System.out.println(simulatedDay.figures());
      }
    }
  }

  @Test
  void aSlowPassExtendsNoTokenThatWasNotDueWhenItBegan() throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(1))) {
      ObjectKey config = simulation.create("workers");
      var _ = simulation.pass(config);
      JoinToken token = KubeadmConfigSimulation.tokenIn(simulation.data(config));
      simulation.edit(
          "workers",
          pool -> pool.withObject("/spec/template/spec/bootstrap/configRef").put("name", "other"));
      var _ = simulation.pass(config);
      Instant end = simulation.validUntil(token).orElseThrow();

      simulation.setTime(START.plus(HALF).minusSeconds(30));
      simulation.setTimePerReading(Duration.ofMinutes(1));
      var _ = simulation.pass(config);
      simulation.setTimePerReading(Duration.ZERO);

      assertThat(simulation.validUntil(token)).hasValue(end);
      var _ = simulation.pass(config);
      assertThat(simulation.validUntil(token))
          .hasValueSatisfying(at -> assertThat(at).isAfter(end));
    }
  }

  /**
   * One day with three pools: one without replicas, one with fewer Nodes than replicas, one with
   * more. Passes come when they are due, or up to a minute late; an external autoscaler changes
   * sizes and adds machines at any moment, which boot for up to two minutes; the manager is away
   * for up to five minutes now and then, and twice for longer; the cluster is paused for hours;
   * somebody deletes tokens.
   */
  private static final class SimulatedDay implements AutoCloseable {
    final String shown;
    final Random random;
    final KubeadmConfigSimulation simulation;
    final PriorityQueue<Event> events = new PriorityQueue<>();
    final List<ObjectKey> pools = new ArrayList<>();
    final Map<ObjectKey, String> inputs = new HashMap<>();
    final Map<ObjectKey, JoinToken> lastToken = new HashMap<>();
    final Map<ObjectKey, Integer> changes = new HashMap<>();
    final Map<JoinToken, Integer> deletions = new HashMap<>();
    Instant awaySince = Instant.MAX;
    int joined;
    int beyond;
    int cleaned;
    int outages;
    int pauses;

    record Event(Instant at, Runnable happens) implements Comparable<Event> {
      @Override
      public int compareTo(Event other) {
        return at.compareTo(other.at);
      }
    }

    SimulatedDay(long seed) throws Exception {
      shown = "-Dweir.seed=%d".formatted(seed);
      random = new Random(seed);
      simulation = new KubeadmConfigSimulation(START, random);
    }

    void live() {
      for (String name : List.of("empty", "scaled", "overfull")) {
        ObjectKey pool = simulation.create(name);
        pools.add(pool);
        resize(pool);
        pass(pool);
        inputs.put(pool, digest(pool));
      }
      times(150, this::startsMachine);
      times(10, () -> away(seconds(300)));
      away(Duration.ofMinutes(25), Duration.ofHours(5));
      away(Duration.ofHours(2), Duration.ofHours(9));
      times(2, () -> pause(Duration.ofMinutes(40 + random.nextInt(120))));
      times(12, this::deletesToken);
      while (!events.isEmpty() && events.peek().at().isBefore(START.plus(DAY))) {
        Event event = events.poll();
        simulation.setTime(event.at());
        simulation.deleteExpiredTokens();
        event.happens().run();
        pools.forEach(this::watch);
      }
      assertBudget();
    }

    private void times(int count, Runnable what) {
      for (int i = 0; i < count; i++) {
        at(seconds((int) DAY.toSeconds()), what);
      }
    }

    private Duration seconds(int most) {
      return Duration.ofSeconds(random.nextInt(most) + 1L);
    }

    private void at(Duration sinceStart, Runnable what) {
      events.add(new Event(START.plus(sinceStart), what));
    }

    private void in(Duration delay, Runnable what) {
      events.add(new Event(simulation.now().plus(delay), what));
    }

    private boolean away() {
      return !awaySince.equals(Instant.MAX);
    }

    private void pass(ObjectKey pool) {
      if (!away()) {
        simulation.pass(pool).ifPresent(due -> in(due.plus(seconds(60)), () -> pass(pool)));
      }
    }

    private void startsMachine() {
      ObjectKey pool = pools.get(random.nextInt(pools.size()));
      resize(pool);
      JoinToken given = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      Instant started = simulation.now();
      in(seconds(120), () -> joins(given, started));
    }

    /** A rule that waits for a Node of every replica would be wrong about each of these pools. */
    private void resize(ObjectKey pool) {
      int more = 1 + random.nextInt(9);
      switch (pool.name()) {
        case "empty" -> size(pool, 0, 0);
        case "scaled" -> size(pool, more, random.nextInt(more));
        default -> size(pool, random.nextInt(more), more);
      }
    }

    private void size(ObjectKey pool, int replicas, int nodes) {
      simulation.edit(
          pool.name(),
          tree -> {
            tree.withObject("/spec").put("replicas", replicas);
            ArrayNode refs = tree.withObject("/status").putArray("nodeRefs");
            IntStream.range(0, nodes).forEach(i -> refs.addObject().put("name", "node-" + i));
          });
    }

    /** The promise holds as long as the manager is not away for more than half of a TTL. */
    private void joins(JoinToken token, Instant started) {
      if (away() && simulation.now().isAfter(awaySince.plus(HALF))) {
        beyond++;
        return;
      }
      assertThat(simulation.validUntil(token))
          .as("%s: a machine started at %s joins at %s", shown, started, simulation.now())
          .hasValueSatisfying(end -> assertThat(end).isAfter(simulation.now()));
      joined++;
    }

    private void away(Duration length, Duration from) {
      at(from, () -> away(length));
    }

    private void away(Duration length) {
      if (away()) {
        return;
      }
      outages++;
      awaySince = simulation.now();
      in(
          length,
          () -> {
            awaySince = Instant.MAX;
            simulation.restart();
            pools.forEach(this::pass);
          });
    }

    private void pause(Duration length) {
      pauses++;
      simulation.pause(true);
      pools.forEach(this::pass);
      in(
          length,
          () -> {
            pauses--;
            simulation.pause(false);
            pools.forEach(this::pass);
          });
    }

    /**
     * Noticed by the watch at once; while nobody watches, or may write, nobody could help. What is
     * deleted a third time within minutes is made anew after a pause.
     */
    private void deletesToken() {
      if (away() || pauses > 0) {
        return;
      }
      ObjectKey pool = pools.get(random.nextInt(pools.size()));
      JoinToken token = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      if (deletions.merge(token, 1, Integer::sum) <= 2) {
        simulation.deleteToken(token);
        cleaned++;
        pass(pool);
      }
    }

    /** Only the token of the data ever changes. */
    private void watch(ObjectKey pool) {
      JoinToken token = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      JoinToken before = lastToken.put(pool, token);
      if (before != null && !before.equals(token)) {
        changes.merge(pool, 1, Integer::sum);
      }
      assertThat(digest(pool)).as(shown).isEqualTo(inputs.get(pool));
    }

    private String digest(ObjectKey pool) {
      return simulation.secret(pool).annotation(BootstrapMetadataKeys.INPUTS_DIGEST).orElseThrow();
    }

    /**
     * One request in half a TTL, and one more for each token that somebody removed, for the first
     * one and for what an outage has shifted; one change in a maximum age, and the steps by which a
     * pool finds its own moments after a start; none while it is paused or nobody is there.
     */
    private void assertBudget() {
      long halves = DAY.dividedBy(HALF);
      long ages = DAY.dividedBy(KubeadmConfigSimulation.POLICY.maxAge());
      assertThat(requests())
          .as("%s, requests", shown)
          .isLessThanOrEqualTo(pools.size() * (halves + 4) + cleaned + 2L * outages);
      assertThat(changes.keySet())
          .as("%s, changes", shown)
          .containsExactlyInAnyOrderElementsOf(pools);
      assertThat(changes.values())
          .as("%s, changes", shown)
          .allMatch(count -> count >= ages / 2 && count <= ages + 3);
    }

    private long requests() {
      return simulation.cluster().requests().stream()
          .filter(request -> !request.verb().equals("delete"))
          .count();
    }

    String figures() {
      return ("%s: %d machines joined, %d more in outages longer than half a TTL; %d requests to"
              + " the workload cluster for %d pools in 24 h, %s changes of data, %d tokens"
              + " removed by others, %d outages")
          .formatted(
              shown, joined, beyond, requests(), pools.size(), changes.values(), cleaned, outages);
    }

    @Override
    public void close() {
      simulation.close();
    }
  }

  /**
   * Killed after each write of a replacement after an absence: the first lets the old token live
   * on, the second makes the new one, the third the data.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aReplacementThatIsCutIsCompletedWithoutASecondToken(int crash) throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(7))) {
      ObjectKey pool = simulation.create("workers");
      var _ = simulation.pass(pool);
      JoinToken old = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      simulation.setTime(START.plus(KubeadmConfigSimulation.POLICY.maxAge()));
      (crash < 2 ? simulation.cluster() : simulation.management()).stopAnsweringAfter(crash % 2);

      assertThat(catching(() -> simulation.pass(pool))).isInstanceOf(KubeException.class);
      List<JoinToken> between = known(simulation);
      simulation.restart();
      simulation.setTime(simulation.now().plusSeconds(20));
      var _ = simulation.pass(pool);

      JoinToken now = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      assertThat(now).isNotEqualTo(old);
      assertThat(between).hasSize(crash == 0 ? 1 : 2).contains(old);
      assertThat(known(simulation)).containsExactlyInAnyOrder(now, old);
      assertThat(writesOfData(simulation)).hasSize(2);
    }
  }

  /** After a long absence clouds hand out the old data until they have seen the new one. */
  @Test
  void aTokenThatGrewTooOldWhileNobodyWatchedIsReplacedAndWorksForAWhile() throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(10))) {
      ObjectKey pool = simulation.create("workers");
      var _ = simulation.pass(pool);
      JoinToken old = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      simulation.setTime(START.plus(Duration.ofHours(3)));
      simulation.deleteExpiredTokens();

      simulation.restart();
      var _ = simulation.pass(pool);

      JoinToken now = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      assertThat(now).isNotEqualTo(old);
      assertThat(List.of(old, now))
          .allSatisfy(
              token ->
                  assertThat(simulation.validUntil(token).orElseThrow())
                      .isAfter(simulation.now().plus(HALF)));
    }
  }

  /** At the moment of a replacement both tokens work, for those who start with either. */
  @Test
  void theOldTokenWorksForHalfATtlAfterItsReplacement() throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(8))) {
      ObjectKey pool = simulation.create("workers");
      JoinToken first = null;
      Duration due = Duration.ZERO;
      do {
        simulation.setTime(simulation.now().plus(due));
        due = simulation.pass(pool).orElseThrow();
        first = first == null ? KubeadmConfigSimulation.tokenIn(simulation.data(pool)) : first;
      } while (first.equals(KubeadmConfigSimulation.tokenIn(simulation.data(pool))));

      assertThat(simulation.validUntil(first).orElseThrow())
          .isAfterOrEqualTo(simulation.now().plus(HALF));
    }
  }

  /** Clouds make a template version of what the Secret says, and see nothing where it stays. */
  @Test
  void aTokenThatIsOnlyExtendedLeavesItsDataUntouchedUntilItIsReplaced() throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(12))) {
      ObjectKey pool = simulation.create("workers");
      Duration due = simulation.pass(pool).orElseThrow();
      JoinToken first = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
      var versions = new HashSet<String>();
      var ends = new HashSet<Instant>();

      while (first.equals(KubeadmConfigSimulation.tokenIn(simulation.data(pool)))) {
        versions.add(simulation.secret(pool).resourceVersion());
        ends.add(simulation.validUntil(first).orElseThrow());
        simulation.setTime(simulation.now().plus(due));
        due = simulation.pass(pool).orElseThrow();
      }

      Duration age = Duration.between(START, simulation.now());
      assertThat(age)
          .isBetween(
              KubeadmConfigSimulation.POLICY.maxAge().dividedBy(2),
              KubeadmConfigSimulation.POLICY.maxAge());
      assertThat(versions).hasSize(1);
      assertThat(ends)
          .hasSizeGreaterThanOrEqualTo((int) age.dividedBy(KubeadmConfigSimulation.POLICY.ttl()));
      assertThat(simulation.secret(pool).resourceVersion()).isNotIn(versions);
    }
  }

  /** Restored or down for half an hour, none of 400 pools changes its data for a lost token. */
  @Test
  void tokensThatWereCleanedAwayComeBackAsTheyWere() throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(9))) {
      List<ObjectKey> pools =
          IntStream.range(0, 400).mapToObj(i -> simulation.create("pool-" + i)).toList();
      pools.forEach(simulation::pass);
      List<String> before = pools.stream().map(simulation::data).toList();
      int written = writesOfData(simulation).size();
      simulation.setTime(START.plus(Duration.ofMinutes(29)));
      simulation.deleteExpiredTokens();
      assertThat(known(simulation)).isEmpty();

      simulation.restart();
      pools.forEach(simulation::pass);

      assertThat(pools.stream().map(simulation::data).toList()).isEqualTo(before);
      assertThat(writesOfData(simulation)).hasSize(written);
      assertThat(known(simulation)).hasSize(400);
    }
  }

  /**
   * A pool goes from one config to another and takes three hours for it, as its status tells; all
   * the while machines may start from the old template. The manager is restarted before each look.
   */
  @Test
  void theTokenOfAConfigThatWasReplacedByAnotherEndsWhenTheRolloutHasAndComesBackWithIt()
      throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(11))) {
      ObjectKey config = simulation.create("workers");
      var _ = simulation.pass(config);
      String data = simulation.data(config);
      JoinToken old = KubeadmConfigSimulation.tokenIn(data);

      simulation.edit("workers", pool -> rolls(pool, "other", true));
      passes(
          simulation,
          config,
          Duration.ofHours(3),
          () ->
              assertThat(simulation.validUntil(old).orElseThrow())
                  .isAfter(simulation.now().plus(HALF)));
      simulation.edit("workers", pool -> rolls(pool, "other", false));
      passes(simulation, config, Duration.ofMinutes(30), () -> {});
      simulation.edit("workers", pool -> rolls(pool, "third", true));
      passes(simulation, config, Duration.ofMinutes(30), () -> {});

      assertThat(known(simulation)).isEmpty();
      assertThat(simulation.data(config)).isEqualTo(data);

      simulation.edit("workers", pool -> rolls(pool, "workers", true));
      var _ = simulation.pass(config);

      JoinToken now = KubeadmConfigSimulation.tokenIn(simulation.data(config));
      assertThat(known(simulation)).containsExactlyInAnyOrder(old, now);
      assertThat(List.of(old, now))
          .allSatisfy(
              token ->
                  assertThat(simulation.validUntil(token).orElseThrow())
                      .isAfter(simulation.now().plus(HALF)));
      assertThat(simulation.secret(config).annotation(BootstrapMetadataKeys.UNUSED_SINCE))
          .isEmpty();
    }
  }

  /** Whoever can pause a pool, or break its config, must not make a token of it that never ends. */
  @Test
  void aTokenThatNothingReplacesEndsAfterADayAndIsNotRevivedByWhatReplacesIt() throws Exception {
    for (Consumer<KubeadmConfigSimulation> hindrance :
        List.<Consumer<KubeadmConfigSimulation>>of(
            simulation -> simulation.pause(true),
            simulation -> breakConfig(simulation, "3"),
            simulation -> simulation.edit("workers", pool -> rolls(pool, "other", true)))) {
      try (var simulation = new KubeadmConfigSimulation(START, new Random(13))) {
        ObjectKey config = simulation.create("workers");
        var _ = simulation.pass(config);
        JoinToken token = KubeadmConfigSimulation.tokenIn(simulation.data(config));

        hindrance.accept(simulation);
        passes(simulation, config, Duration.ofHours(23), () -> assertValid(simulation, token));
        assertThat(messages(simulation, config)).contains("until 2026-11-22T00:00:00Z");
        simulation.setTime(START.plus(DAY).minusSeconds(1));
        var _ = simulation.pass(config);
        simulation.deleteExpiredTokens();
        assertThat(simulation.validUntil(token)).hasValue(START.plus(DAY));
        passes(simulation, config, Duration.ofHours(2), () -> {});

        assertThat(known(simulation)).isEmpty();
        assertThat(messages(simulation, config)).contains("ended at 2026-11-22T00:00:00Z", "join");
        assertThat(messages(simulation, config)).doesNotContain(token.secret());

        simulation.pause(false);
        breakConfig(simulation, "2.3");
        simulation.edit("workers", pool -> rolls(pool, "workers", false));
        var _ = simulation.pass(config);

        JoinToken next = KubeadmConfigSimulation.tokenIn(simulation.data(config));
        assertThat(next).isNotEqualTo(token);
        assertThat(known(simulation)).containsExactly(next);
        assertThat(messages(simulation, config)).doesNotContain("ended at");
      }
    }
  }

  private static void breakConfig(KubeadmConfigSimulation simulation, String ignition) {
    var client = simulation.management().client();
    var key = new ObjectKey("default", "workers");
    var _ =
        RetriedEdits.edit(
            client,
            client.get(GroupKind.KUBEADM_CONFIG, key).orElseThrow(),
            tree ->
                MetadataEdits.setAnnotation(
                    tree, BootstrapMetadataKeys.IGNITION_VERSION, ignition));
  }

  private static void assertValid(KubeadmConfigSimulation simulation, JoinToken token) {
    assertThat(simulation.validUntil(token).orElseThrow())
        .isAfter(simulation.now().plus(HALF).minusSeconds(1));
  }

  private static String messages(KubeadmConfigSimulation simulation, ObjectKey config) {
    return simulation
        .management()
        .client()
        .get(GroupKind.KUBEADM_CONFIG, config)
        .orElseThrow()
        .at("/status/conditions")
        .toString();
  }

  /** As the pool's controller has it when the data of what is named is there. */
  private static void rolls(ObjectNode pool, String config, boolean rolling) {
    ObjectNode bootstrap = pool.withObject("/spec/template/spec/bootstrap");
    bootstrap.withObject("/configRef").put("name", config);
    bootstrap.put("dataSecretName", config);
    pool.withObject("/status")
        .putArray("conditions")
        .addObject()
        .put("type", "RollingOut")
        .put("status", rolling ? "True" : "False");
  }

  /** Passes of a new process each, when they are due and after five minutes at the latest. */
  private static void passes(
      KubeadmConfigSimulation simulation, ObjectKey config, Duration length, Runnable before) {
    Instant end = simulation.now().plus(length);
    while (simulation.now().isBefore(end)) {
      simulation.restart();
      Duration due = simulation.pass(config).orElse(Duration.ofMinutes(5));
      simulation.setTime(simulation.now().plus(due));
      simulation.deleteExpiredTokens();
      before.run();
    }
  }

  private static List<JoinToken> known(KubeadmConfigSimulation simulation) {
    return simulation.tokens().stream().map(token -> token.token().orElseThrow()).toList();
  }

  /** Writes of the management cluster but those of status. */
  private static List<Request> writesOfData(KubeadmConfigSimulation simulation) {
    var secrets =
        simulation.management().storedObjects("secrets").stream()
            .map(secret -> secret.name())
            .filter(name -> !name.endsWith("-ca"))
            .toList();
    var statuses = new HashMap<String, Integer>();
    return simulation.management().requests().stream()
        .filter(Request::writes)
        .filter(request -> secrets.contains(request.name()))
        // The config of the same name is created first and its status patched once.
        .filter(request -> statuses.merge(request.name() + request.verb(), 1, Integer::sum) > 1)
        .toList();
  }

  private static Throwable catching(Runnable action) {
    try {
      action.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }
}
