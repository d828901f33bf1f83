package io.weir.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.webhook.certificate.CaRotation.RotationStep;
import io.weir.webhook.certificate.CaRotationState.Announced;
import io.weir.webhook.certificate.CaRotationState.Distributed;
import io.weir.webhook.certificate.CaRotationState.Stable;
import io.weir.webhook.certificate.CaRotationState.Switched;
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

class CaRotationTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final CertificateTimes TIMES =
      new CertificateTimes(
          Duration.ofHours(100),
          Duration.ofHours(40),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(20));
  private static final WebhookCa OLD = CertificateIssuer.issueCa(BEGIN, TIMES.caLifetime());
  private static final WebhookCa NEW = CertificateIssuer.issueCa(BEGIN, TIMES.caLifetime());

  private static Instant hours(int count) {
    return BEGIN.plus(Duration.ofHours(count));
  }

  private static RotationStep decide(CaRotationState now, int hour, boolean known) {
    return CaRotation.decide(now, hours(hour), known, TIMES);
  }

  private static CaRotationState to(RotationStep rotationStep) {
    return ((RotationStep.Advance) rotationStep).to();
  }

  @Nested
  class Stable_ {
    @Test
    void restsUntilItsEndIsNear() {
      assertThat(decide(new Stable(OLD), 59, false)).isEqualTo(new RotationStep.Wait(hours(60)));
      assertThat(decide(new Stable(OLD), 60, false)).isInstanceOf(RotationStep.Announce.class);
    }
  }

  @Nested
  class Announced_ {
    @Test
    void waitsUntilEveryBundleHoldsTheNextHoweverLongThatTakes() {
      assertThat(decide(new Announced(OLD, NEW), 99, false))
          .isEqualTo(new RotationStep.Wait(hours(100)));
      assertThat(to(decide(new Announced(OLD, NEW), 61, true)))
          .isEqualTo(new Distributed(OLD, NEW, hours(61)));
    }

    @Test
    void doesNotWaitForAnyoneOnceTheOldOneHasEnded() {
      assertThat(to(decide(new Announced(OLD, NEW), 100, false)))
          .isEqualTo(new Switched(NEW, OLD.certificate(), hours(100)));
    }
  }

  @Nested
  class Distributed_ {
    @Test
    void switchesWhenApiServersHaveHadTime() {
      assertThat(decide(new Distributed(OLD, NEW, hours(61)), 62, true))
          .isEqualTo(new RotationStep.Wait(hours(63)));
      assertThat(to(decide(new Distributed(OLD, NEW, hours(61)), 63, true)))
          .isEqualTo(new Switched(NEW, OLD.certificate(), hours(63)));
    }

    @Test
    void goesBackWhenABundleLosesTheNext() {
      assertThat(to(decide(new Distributed(OLD, NEW, hours(61)), 70, false)))
          .isEqualTo(new Announced(OLD, NEW));
    }
  }

  @Nested
  class Switched_ {
    @Test
    void forgetsTheLastWhenReplicasHaveHadTime() {
      var now = new Switched(NEW, OLD.certificate(), hours(63));

      assertThat(decide(now, 67, true)).isEqualTo(new RotationStep.Wait(hours(68)));
      assertThat(to(decide(now, 68, true))).isEqualTo(new Stable(NEW));
    }
  }

  @Test
  void theBundleIsTheSameTextBeforeAndAfterTheSwitch() {
    String before = new Distributed(OLD, NEW, BEGIN).caBundle();

    assertThat(new Switched(NEW, OLD.certificate(), BEGIN).caBundle()).isEqualTo(before);
  }

  /**
   * Replicas that see the Secret late, bundles that are written late, API servers that heed a
   * bundle late, and crashes between any two steps: whoever is asked shows what the asker trusts.
   */
  @RepeatedTest(40)
  void atNoMomentIsACertificateShownThatAnApiServerDoesNotTrust(RepetitionInfo repetition) {
    var simulation = new Simulation(repetition.getCurrentRepetition());

    for (int minute = 0; minute < 14 * 24 * 60; minute += 10) {
      simulation.turn(BEGIN.plus(Duration.ofMinutes(minute)));
    }

    assertThat(simulation.signers)
        .as("seed " + repetition.getCurrentRepetition())
        .hasSizeGreaterThan(3);
  }

  private static final class Simulation {
    private static final int REPLICAS = 3;
    private static final int OBJECTS = 2;
    private final int seed;
    private final SplittableRandom random;
    private final List<Bundle> stored = new ArrayList<>();
    private final List<Bundle> heeded = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final Set<X509Certificate> signers = new HashSet<>();
    private CaRotationState secret = new Stable(OLD);

    /** A stored bundle; another one with the same content is another version. */
    private record Bundle(List<X509Certificate> trusted, Instant since, int version) {}

    Simulation(int seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      for (int object = 0; object < OBJECTS; object++) {
        stored.add(new Bundle(secret.trustedCertificates(), BEGIN, 0));
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
        boolean late =
            !now.isBefore(
                stored.get(object).since().plus(TIMES.bundlePropagationTime().dividedBy(2)));
        if (late || random.nextInt(4) == 0) {
          heeded.set(object, stored.get(object));
        }
      }
      for (Replica replica : replicas) {
        signers.add(replica.secretSeen.signingCa().certificate());
        for (Bundle bundle : heeded) {
          assertThat(bundle.trusted())
              .as("seed %d at %s", seed, now)
              .contains(replica.secretSeen.signingCa().certificate());
        }
      }
    }

    /** One whose watches lag, which may stop between any two steps. */
    private final class Replica {
      private CaRotationState secretSeen = secret;
      private Instant secretSeenAt = BEGIN;
      private List<Bundle> bundlesSeen = List.copyOf(stored);
      private List<Bundle> toWrite = List.of();

      void turn(Instant now) {
        if (now.isAfter(secretSeenAt.plus(TIMES.switchOverTime().minusMinutes(30)))
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
            toWrite.stream()
                .anyMatch(bundle -> !bundle.trusted().equals(secretSeen.trustedCertificates()));
        if (differs) {
          read(now);
        }
        for (int object = 0; object < toWrite.size() && random.nextInt(4) > 0; object++) {
          Bundle seen = toWrite.get(object);
          boolean unchanged = seen.version() == stored.get(object).version();
          if (unchanged && !seen.trusted().equals(secretSeen.trustedCertificates())) {
            stored.set(
                object, new Bundle(secretSeen.trustedCertificates(), now, seen.version() + 1));
          }
        }
        toWrite = List.of();
      }

      /** A pass over the Secret, which succeeds on the newest one only. */
      private void advance(Instant now) {
        boolean known =
            bundlesSeen.stream()
                .allMatch(bundle -> bundle.trusted().containsAll(secretSeen.trustedCertificates()));
        RotationStep rotationStep = CaRotation.decide(secretSeen, now, known, TIMES);
        if (!secretSeen.equals(secret)) {
          return;
        }
        switch (rotationStep) {
          case RotationStep.Wait _ -> {}
          case RotationStep.Announce _ ->
              secret =
                  new Announced(
                      secret.signingCa(), CertificateIssuer.issueCa(now, TIMES.caLifetime()));
          case RotationStep.Advance(var to, var _) -> secret = to;
        }
        read(now);
      }
    }
  }
}
