package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import io.weir.sandbox.fault.FaultRequest;
import io.weir.sandbox.fault.FaultType;
import io.weir.sandbox.lifecycle.TestSandbox;
import io.weir.sandbox.lifecycle.WithExclusiveSandbox;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * A session as a person has one, read line by line: with AWS' example, whose pool is called
 * workers, and a pool of Kapsule that is called nodes. Both have 3 machines.
 */
@WithExclusiveSandbox
class SessionIT {
  private static final ObjectKey WORKERS = new ObjectKey("default", "workers");
  private static final ObjectKey NODES = new ObjectKey("session", "nodes");
  private static final String AS_WANTED = "Running, 3 desired, 3 current, 3 ready, 3 up to date";

  private static TestSandbox testSandbox;
  private static RunningSession session;

  @BeforeAll
  static void start(TestSandbox shared) throws Exception {
    testSandbox = shared;
    session = RunningSession.start(testSandbox.sandbox(), Manifests.example().withFirst(kapsule()));
    session.awaitPool("workers", AS_WANTED);
    session.awaitPool("session/nodes", AS_WANTED);
  }

  /** A Kapsule cluster of the session's own, and the pool in it. */
  private static List<ObjectNode> kapsule() {
    var objects = new ArrayList<>(ExamplePools.cluster(SandboxCloud.SCALEWAY, NODES.namespace()));
    objects.getLast().withObject("/spec").put("clusterName", "session");
    objects.addAll(ExamplePools.pool(SandboxCloud.SCALEWAY, NODES.namespace(), NODES.name(), 3));
    return objects;
  }

  @AfterAll
  static void stop() throws Exception {
    session.stop();
    for (ObjectKey pool : List.of(WORKERS, NODES)) {
      testSandbox.kubectl(
          "-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false");
    }
    for (ObjectKey pool : List.of(WORKERS, NODES)) {
      testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    }
  }

  @AfterEach
  void theCloudsBehave() throws Exception {
    send(new FaultRequest.ClearFaults(0));
  }

  @Test
  void theMachinesAreToldAsThoseOfAnyCloud() throws Exception {
    session.await("of workers in us-east-1");
    // The first of its states is over before everybody has looked.
    session.await("of nodes in fr-par-1 is creating", "of nodes in fr-par-1 is starting");
    session.await("of nodes in fr-par-1 is ready");
    session.await("Kapsule CreatePool nodes: done");
  }

  @Nested
  class AnOrder {
    @Test
    void toKillAnyInstanceIsCarriedOutAndSeen() throws Exception {
      String answer = send(new FaultRequest.KillInstance("")).getFirst();

      assertThat(answer)
          .matches("killed instance \\S+ of (workers in us-east-1.|nodes in fr-par-1)");
      session.await(answer);
    }

    @Test
    void toKillAnInstanceIsCarriedOutAndSeenAndHealed() throws Exception {
      session.awaitPool("session/nodes", AS_WANTED);
      String id = node();
      session.forget();

      String answer = send(new FaultRequest.KillInstance(id)).getFirst();

      assertThat(answer).isEqualTo("killed instance %s of nodes in fr-par-1".formatted(id));
      String shortly = id.substring(0, 8);
      session.await("instance " + shortly + " of nodes in fr-par-1 is stopped");
      session.await("instance " + shortly + " of nodes in fr-par-1 is gone");
      assertThatThrownBy(() -> send(new FaultRequest.KillInstance(shortly)))
          .hasMessageStartingWith("no instance and no Node " + shortly);
      session.await("of nodes in fr-par-1 is ready");
    }

    @Test
    void thatNoMachineCanBeHadLeavesAPoolShortUntilItIsCleared() throws Exception {
      session.awaitPool("session/nodes", AS_WANTED);
      send(misbehave(FaultType.NO_CAPACITY, "", "fr-par-1", 0));
      String id = node();
      send(new FaultRequest.KillInstance(id));
      session.await("instance " + id.substring(0, 8) + " of nodes in fr-par-1 is gone");
      session.await("of nodes in fr-par-1 is creation_error");
      session.awaitPool("session/nodes", "ScalingUp, 3 desired, 2 current, 2 ready, 2 up to date");

      List<String> cleared = send(new FaultRequest.ClearFaults(0));

      assertThat(cleared).containsExactly("ended 1 fault");
      session.awaitPool("session/nodes", AS_WANTED);
    }

    @Test
    void toThrottleStrikesUntilItIsCleared() throws Exception {
      List<String> laid = send(misbehave(FaultType.THROTTLE, "DescribeAutoScalingGroups", "", 0));
      int id = Integer.parseInt(laid.getFirst().replaceAll("fault (\\d+):.*", "$1"));
      session.await("DescribeAutoScalingGroups");
      session.await("Throttling");

      List<String> list = send(new FaultRequest.ListFaults());
      List<String> cleared = send(new FaultRequest.ClearFaults(id));

      assertThat(list).anyMatch(line -> line.contains("throttle on DescribeAutoScalingGroups"));
      assertThat(cleared.getFirst()).startsWith("ended fault " + id);
    }

    @Test
    void toThrottleAndToBreakAreFeltInEitherCloud() throws Exception {
      send(misbehave(FaultType.THROTTLE, "ListPools", "", 1));
      session.await("too_many_requests");

      send(misbehave(FaultType.ERROR, "List*", "", 1));
      session.await("internal");
    }

    @Test
    void toCutTheWorkloadClusterIsSeenByTheManager() throws Exception {
      send(misbehave(FaultType.UNREACHABLE, "", "", 0));
      session.await("Cluster demo ConnectionLost");

      send(new FaultRequest.ClearFaults(0));

      session.await("Cluster demo ConnectionRestored");
    }

    @Test
    void forAWhileEndsByItself() throws Exception {
      send(
          new FaultRequest.InjectFault(
              FaultType.DENIED, "CancelInstanceRefresh", "", "", 0, 1, 1_000, 0));

      session.await("is over: denied on CancelInstanceRefresh, for 1 s");
    }

    @Test
    void thatCannotBeCarriedOutSaysWhatThereIs() {
      assertThatThrownBy(() -> send(misbehave(FaultType.ERROR, "NoSuchCall", "", 0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the simulated Kapsule has no operation NoSuchCall; it has Cre");
      assertThatThrownBy(() -> send(misbehave(FaultType.NO_CAPACITY, "", "us-east-1a", 0)))
          .hasMessage(
              "the simulated Kapsule has no zone us-east-1a; it has fr-par-1, fr-par-2, fr-par-3");
      assertThatThrownBy(() -> send(new FaultRequest.KillInstance("i-9")))
          .hasMessageStartingWith("no instance and no Node i-9; running: ");
    }
  }

  /** Nobody runs Scaleway's own provider here. */
  @Nested
  class AVersion {
    @Test
    void isRaisedAsTheControlPlaneAsksAndThePoolsFollowWhenTheyAreAsked() throws Exception {
      String plane = "ScalewayManagedControlPlane session/demo";
      session.awaitPool("session/nodes", AS_WANTED);

      patch("scalewaymanagedcontrolplane", "demo", "{\"spec\": {\"version\": \"v1.39.0\"}}");
      session.await("Kapsule offers 1.35.5, 1.36.0; requested by " + plane);
      String version = "{\"spec\": {\"template\": {\"spec\": {\"version\": \"v1.36.0\"}}}}";
      patch("machinepool", "nodes", version);
      session.awaitPool("session/nodes", "Running, 3 desired, 3 current, 3 ready, 0 up to date");
      patch("scalewaymanagedcontrolplane", "demo", "{\"spec\": {\"version\": \"v1.36.0\"}}");
      session.await("is upgraded from 1.35.4 to 1.36.0, requested by " + plane);
      session.await("Kapsule UpgradePool nodes: done");

      session.awaitPool("session/nodes", AS_WANTED);
    }

    private void patch(String kind, String name, String patch) throws Exception {
      testSandbox.kubectl(
          "-n", NODES.namespace(), "patch", kind, name, "--type=merge", "-p", patch);
    }
  }

  /** One of the machines of the pool of Kapsule. */
  private static String node() {
    return testSandbox.sandbox().clouds().getFirst().instances().stream()
        .filter(one -> one.group().equals(NODES.name()))
        .filter(one -> one.phase() == InstanceState.Phase.RUNNING)
        .map(InstanceState::id)
        .findFirst()
        .orElseThrow();
  }

  private static FaultRequest misbehave(FaultType what, String operation, String zone, int calls) {
    return new FaultRequest.InjectFault(what, operation, "", zone, calls, 1, 0, 0);
  }

  private static List<String> send(FaultRequest faultRequest) throws Exception {
    return session.send(faultRequest);
  }
}
