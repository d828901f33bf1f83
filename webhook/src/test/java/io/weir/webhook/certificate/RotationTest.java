package io.weir.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.webhook.certificate.Authorities.Alone;
import io.weir.webhook.certificate.Authorities.Announced;
import io.weir.webhook.certificate.Authorities.Known;
import io.weir.webhook.certificate.Authorities.Switched;
import io.weir.webhook.certificate.Rotation.Step;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RotationTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final CertificateTimes TIMES =
      new CertificateTimes(
          Duration.ofHours(100),
          Duration.ofHours(40),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(20));
  private static final Authority OLD = Issuer.authority(BEGIN, TIMES.authorityLife());
  private static final Authority NEW = Issuer.authority(BEGIN, TIMES.authorityLife());

  private static Instant hours(int count) {
    return BEGIN.plus(Duration.ofHours(count));
  }

  private static Step decide(Authorities now, int hour, boolean known) {
    return Rotation.decide(now, hours(hour), known, TIMES);
  }

  private static Authorities to(Step step) {
    return ((Step.Advance) step).to();
  }

  @Nested
  class Alone_ {
    @Test
    void restsUntilItsEndIsNear() {
      assertThat(decide(new Alone(OLD), 59, false)).isEqualTo(new Step.Rest(hours(60)));
      assertThat(decide(new Alone(OLD), 60, false)).isInstanceOf(Step.Announce.class);
    }
  }

  @Nested
  class Announced_ {
    @Test
    void waitsUntilEveryBundleHoldsTheNextHoweverLongThatTakes() {
      assertThat(decide(new Announced(OLD, NEW), 99, false)).isEqualTo(new Step.Rest(hours(100)));
      assertThat(to(decide(new Announced(OLD, NEW), 61, true)))
          .isEqualTo(new Known(OLD, NEW, hours(61)));
    }

    @Test
    void doesNotWaitForAnyoneOnceTheOldOneHasEnded() {
      assertThat(to(decide(new Announced(OLD, NEW), 100, false)))
          .isEqualTo(new Switched(NEW, OLD.certificate(), hours(100)));
    }
  }

  @Nested
  class Known_ {
    @Test
    void switchesWhenApiServersHaveHadTime() {
      assertThat(decide(new Known(OLD, NEW, hours(61)), 62, true))
          .isEqualTo(new Step.Rest(hours(63)));
      assertThat(to(decide(new Known(OLD, NEW, hours(61)), 63, true)))
          .isEqualTo(new Switched(NEW, OLD.certificate(), hours(63)));
    }

    @Test
    void goesBackWhenABundleLosesTheNext() {
      assertThat(to(decide(new Known(OLD, NEW, hours(61)), 70, false)))
          .isEqualTo(new Announced(OLD, NEW));
    }
  }

  @Nested
  class Switched_ {
    @Test
    void forgetsTheLastWhenReplicasHaveHadTime() {
      var now = new Switched(NEW, OLD.certificate(), hours(63));

      assertThat(decide(now, 67, true)).isEqualTo(new Step.Rest(hours(68)));
      assertThat(to(decide(now, 68, true))).isEqualTo(new Alone(NEW));
    }
  }

  @Test
  void theBundleIsTheSameTextBeforeAndAfterTheSwitch() {
    String before = new Known(OLD, NEW, BEGIN).bundle();

    assertThat(new Switched(NEW, OLD.certificate(), BEGIN).bundle()).isEqualTo(before);
  }

  /**
   * Replicas that see the Secret late, bundles that are written late, API servers that heed a
   * bundle late, and crashes between any two steps: whoever is asked shows what the asker trusts.
   */
  @RepeatedTest(40)
  void atNoMomentIsACertificateShownThatAnApiServerDoesNotTrust(RepetitionInfo repetition) {
    var world = new World(repetition.getCurrentRepetition());

    for (int minute = 0; minute < 14 * 24 * 60; minute += 10) {
      world.turn(BEGIN.plus(Duration.ofMinutes(minute)));
    }

    assertThat(world.signers).as("seed " + repetition.getCurrentRepetition()).hasSizeGreaterThan(3);
  }

  private static final class World {
    private static final int REPLICAS = 3;
    private static final int OBJECTS = 2;
    private final int seed;
    private final SplittableRandom random;
    private final List<Bundle> stored = new ArrayList<>();
    private final List<Bundle> heeded = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final Set<X509Certificate> signers = new HashSet<>();
    private Authorities secret = new Alone(OLD);

    /** A stored bundle; another one with the same content is another version. */
    private record Bundle(List<X509Certificate> trusted, Instant since, int version) {}

    World(int seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      for (int object = 0; object < OBJECTS; object++) {
        stored.add(new Bundle(secret.trusted(), BEGIN, 0));
      }
      heeded.addAll(stored);
      for (int replica = 0; replica < REPLICAS; replica++) {
        replicas.add(new Replica());
      }
    }

    void turn(Instant now) {
      for (Replica replica : replicas) {
        replica.turn(now);
      }
      for (int object = 0; object < OBJECTS; object++) {
        boolean late = !now.isBefore(stored.get(object).since().plus(TIMES.settle().dividedBy(2)));
        if (late || random.nextInt(4) == 0) {
          heeded.set(object, stored.get(object));
        }
      }
      for (Replica replica : replicas) {
        signers.add(replica.secretSeen.signing().certificate());
        for (Bundle bundle : heeded) {
          assertThat(bundle.trusted())
              .as("seed %d at %s", seed, now)
              .contains(replica.secretSeen.signing().certificate());
        }
      }
    }

    /** One whose watches lag, which may stop between any two steps. */
    private final class Replica {
      private Authorities secretSeen = secret;
      private Instant secretSeenAt = BEGIN;
      private List<Bundle> bundlesSeen = List.copyOf(stored);
      private List<Bundle> toWrite = List.of();

      void turn(Instant now) {
        if (now.isAfter(secretSeenAt.plus(TIMES.overlap().minusMinutes(30)))
            || random.nextInt(20) == 0) {
          read(now);
        }
        if (random.nextInt(4) == 0) {
          bundlesSeen = List.copyOf(stored);
        }
        switch (random.nextInt(4)) {
          case 0 -> toWrite = bundlesSeen;
          case 1 -> install(now);
          case 2 -> advance(now);
          default -> {} // restarted, or merely slow
        }
      }

      private void read(Instant now) {
        secretSeen = secret;
        secretSeenAt = now;
      }

      /** Objects are looked at first, then the Secret is read anew; writes conflict. */
      private void install(Instant now) {
        boolean differs =
            toWrite.stream().anyMatch(bundle -> !bundle.trusted().equals(secretSeen.trusted()));
        if (differs) {
          read(now);
        }
        for (int object = 0; object < toWrite.size() && random.nextInt(4) > 0; object++) {
          Bundle seen = toWrite.get(object);
          boolean unchanged = seen.version() == stored.get(object).version();
          if (unchanged && !seen.trusted().equals(secretSeen.trusted())) {
            stored.set(object, new Bundle(secretSeen.trusted(), now, seen.version() + 1));
          }
        }
        toWrite = List.of();
      }

      /** A pass over the Secret, which succeeds on the newest one only. */
      private void advance(Instant now) {
        boolean known =
            bundlesSeen.stream()
                .allMatch(bundle -> bundle.trusted().containsAll(secretSeen.trusted()));
        Step step = Rotation.decide(secretSeen, now, known, TIMES);
        if (!secretSeen.equals(secret)) {
          return;
        }
        switch (step) {
          case Step.Rest _ -> {}
          case Step.Announce _ ->
              secret =
                  new Announced(secret.signing(), Issuer.authority(now, TIMES.authorityLife()));
          case Step.Advance(var to, var _) -> secret = to;
        }
        read(now);
      }
    }
  }
}
