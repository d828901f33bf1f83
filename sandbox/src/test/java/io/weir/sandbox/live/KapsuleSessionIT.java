package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.sandbox.fault.Misbehaviour;
import io.weir.sandbox.fault.Order;
import io.weir.sandbox.objects.Cloud;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees and can order in a sandbox of Kapsule; the autohealing pool has 3 nodes. */
class KapsuleSessionIT {
  @TempDir private static Path directory;
  private static RunningSession session;

  @BeforeAll
  static void start() throws Exception {
    session = RunningSession.start(Cloud.SCALEWAY, directory);
    session.await("MachinePool workers: Running, 3 wanted, 3 there, 3 Ready, 3 up to date");
  }

  @AfterAll
  static void stop() throws Exception {
    session.stop();
  }

  @AfterEach
  void theCloudBehaves() throws Exception {
    session.send(new Order.Clear(0));
  }

  @Test
  void theMachinesAreToldAsThoseOfAnyCloud() throws Exception {
    // The first of its states is over before everybody has looked.
    session.await("of workers in fr-par-1 is creating", "of workers in fr-par-1 is starting");
    session.await("of workers in fr-par-1 is ready");
    session.await("Kapsule CreatePool workers: done");
  }

  @Nested
  class AnOrder {
    @Test
    void toKillAnInstanceIsCarriedOutAndSeenAndHealed() throws Exception {
      session.forget();
      String answer = session.send(new Order.Kill("")).getFirst();

      assertThat(answer).matches("killed instance [0-9a-f-]{36} of workers in fr-par-1");
      String id = answer.split(" ", -1)[2];
      String shortly = id.substring(0, 8);
      session.await("instance " + shortly + " of workers in fr-par-1 is stopped");
      session.await("instance " + shortly + " of workers in fr-par-1 is gone");
      assertThatThrownBy(() -> session.send(new Order.Kill(shortly)))
          .hasMessageStartingWith("there is no instance and no Node " + shortly);
      session.await("of workers in fr-par-1 is ready");
    }

    @Test
    void thatNoMachineCanBeHadLeavesAPoolShortUntilItIsCleared() throws Exception {
      session.send(misbehave(Misbehaviour.NO_CAPACITY, "", "fr-par-1", 0));
      String killed = session.send(new Order.Kill("")).getFirst().split(" ", -1)[2];
      session.await("instance " + killed.substring(0, 8) + " of workers in fr-par-1 is gone");
      session.await("of workers in fr-par-1 is creation_error");
      session.awaitPool("ScalingUp, 3 wanted, 2 there, 2 Ready, 2 up to date");

      List<String> cleared = session.send(new Order.Clear(0));

      assertThat(cleared).containsExactly("ended 1 fault");
      session.awaitPool("Running, 3 wanted, 3 there, 3 Ready, 3 up to date");
    }

    @Test
    void toThrottleAndToBreakAreFeltByTheManager() throws Exception {
      session.send(misbehave(Misbehaviour.THROTTLE, "ListPools", "", 1));
      session.await("too_many_requests");

      session.send(misbehave(Misbehaviour.ERROR, "List*", "", 1));
      session.await("internal");
    }

    @Test
    void thatCannotBeCarriedOutSaysWhatThereIs() {
      assertThatThrownBy(() -> session.send(misbehave(Misbehaviour.ERROR, "NoSuchCall", "", 0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the simulated Kapsule has no operation NoSuchCall; it has Cre");
      assertThatThrownBy(
              () -> session.send(misbehave(Misbehaviour.NO_CAPACITY, "", "us-east-1a", 0)))
          .hasMessage(
              "the simulated Kapsule has no zone us-east-1a; it has fr-par-1, fr-par-2, fr-par-3");
    }
  }

  private static Order misbehave(Misbehaviour what, String operation, String zone, int calls) {
    return new Order.Misbehave(what, operation, "", zone, calls, 1, 0, 0);
  }
}
