package io.weir.engine.pool;

import io.weir.api.harness.Lives;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.ProviderMessages;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import io.weir.engine.pool.PoolSnapshot.PreviousState;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Two pools whose machines come, go and move to the other, whose groups are deleted and made again,
 * whose infrastructure pools are lost, half told or not ready, in a cluster that answers now and
 * then.
 */
class NodeLivesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void noNodeOfARunningMachineIsDeletedAndNoneOfAnotherStays() {
    Lives.each(10_000, seed -> new Life(seed).live());
  }

  /** A pool as the API server has it, and its group. */
  private static final class Pool {
    private final Set<String> machines = new TreeSet<>();
    private List<String> listed = List.of();
    private List<NodeRef> refs = List.of();
    private boolean broken;
    private boolean lost;
    private int untold;

    InfrastructureState infrastructure() {
      if (lost) {
        return new InfrastructureState.Missing("AWSMachinePool default/workers");
      }
      List<String> told = List.copyOf(machines);
      return new InfrastructureState.Present(
          !broken,
          told.subList(0, Math.max(0, told.size() - untold)),
          Set.of(),
          OptionalInt.of(machines.size()),
          OptionalInt.empty(),
          ProviderMessages.NONE);
    }
  }

  private static final class Life {
    private final SplittableRandom random;
    private final List<Pool> pools = List.of(new Pool(), new Pool());
    private final Map<String, NodeSnapshot> nodes = new LinkedHashMap<>();
    private boolean reachable = true;
    private int made;

    Life(long seed) {
      random = new SplittableRandom(seed);
    }

    void live() {
      for (int turn = 0; turn < 60; turn++) {
        happen(pools.get(random.nextInt(2)));
        if (random.nextInt(3) > 0) {
          decide(pools.get(random.nextInt(2)));
        }
      }
      reachable = true;
      for (Pool pool : pools) {
        pool.broken = false;
        pool.lost = false;
        pool.untold = 0;
      }
      for (int i = 0; i < 3; i++) {
        pools.forEach(this::decide);
      }
      var running = new HashSet<String>();
      pools.forEach(pool -> running.addAll(pool.machines));
      if (!running.equals(nodes.keySet())) {
        throw new AssertionError("machines %s, Nodes %s".formatted(running, nodes.keySet()));
      }
    }

    private void happen(Pool pool) {
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> start(pool);
        case 3 -> seen(pool).ifPresent(pool.machines::remove);
        case 4 -> seen(pool).ifPresent(machine -> move(machine, pool));
        case 5 -> {
          // The group is deleted in the cloud; what nobody has seen yet goes on.
          seen(pool).ifPresent(_ -> pool.machines.removeIf(machine -> isSeen(pool, machine)));
          pool.broken = true;
        }
        case 6 -> pool.broken = random.nextBoolean();
        case 7 -> pool.lost = random.nextInt(3) == 0;
        default -> {
          reachable = random.nextInt(4) > 0;
          pool.untold = random.nextInt(3);
        }
      }
    }

    private void start(Pool pool) {
      String machine = "aws:///z/i-" + made++;
      pool.machines.add(machine);
      nodes.put(
          machine,
          new NodeSnapshot("node-" + made, "uid-" + made, machine, Optional.of(NOW), "v1.35.4"));
    }

    /** A machine that goes unseen leaves a Node of which nothing was ever known. */
    private Optional<String> seen(Pool pool) {
      return pool.machines.stream().filter(machine -> isSeen(pool, machine)).findFirst();
    }

    private boolean isSeen(Pool pool, String machine) {
      String uid = nodes.get(machine).uid();
      return pool.refs.stream().anyMatch(ref -> ref.uid().equals(uid));
    }

    /** One look shows that one group has it and the other has not, and both pools list it so. */
    private void move(String machine, Pool from) {
      Pool to = pools.get(0).equals(from) ? pools.get(1) : pools.get(0);
      if (isTold(from) && isTold(to)) {
        from.machines.remove(machine);
        to.machines.add(machine);
        to.listed = listed(to);
        from.listed = listed(from);
      }
    }

    private static boolean isTold(Pool pool) {
      return !pool.lost && pool.untold == 0;
    }

    private static List<String> listed(Pool pool) {
      return pool.infrastructure() instanceof InfrastructureState.Present present
          ? present.members(pool.listed)
          : pool.listed;
    }

    private void decide(Pool pool) {
      pool.listed = listed(pool);
      Pool other = pools.get(0).equals(pool) ? pools.get(1) : pools.get(0);
      WorkloadState workload =
          reachable
              ? new WorkloadState.Reachable(
                  List.copyOf(nodes.values()), Set.of(), 0, Set.copyOf(other.listed))
              : new WorkloadState.Unreachable("no answer");
      PoolDecision decision =
          PoolStatusDecider.decide(
              new PoolSnapshot(
                  3,
                  false,
                  false,
                  "",
                  Optional.empty(),
                  0,
                  new PreviousState(
                      true,
                      true,
                      OptionalInt.empty(),
                      OptionalInt.empty(),
                      OptionalInt.empty(),
                      OptionalInt.empty(),
                      List.of(),
                      pool.refs,
                      pool.listed),
                  new BootstrapState.Ready("workers"),
                  pool.infrastructure(),
                  workload,
                  NOW));
      for (NodeSnapshot node : new ArrayList<>(nodes.values())) {
        if (decision.orphans().contains(node.name())) {
          if (pools.stream().anyMatch(each -> each.machines.contains(node.providerId()))) {
            throw new AssertionError(node + " is deleted while its machine runs");
          }
          nodes.remove(node.providerId());
        }
      }
      pool.refs = decision.nodeRefs();
    }
  }
}
