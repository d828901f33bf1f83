package io.weir.pass;

import io.weir.provider.PoolNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Takes Nodes of one pool out of service before their instances end. Nothing of it blocks: the work
 * goes on beside passes, and its progress brings the pool another one.
 */
public interface NodeDrains {

  /** Where no Node is within reach: nothing is drained, and nobody waits for it. */
  NodeDrains NONE =
      new NodeDrains() {
        @Override
        public boolean isPossible() {
          return false;
        }

        @Override
        public Map<String, Progress> progress() {
          return Map.of();
        }

        @Override
        public void follow(List<Drain> drains, List<PoolNode> restore) {}
      };

  /**
   * A Node whose instance leaves.
   *
   * @param instanceId the cloud's name for the instance
   * @param node its Node
   * @param since when it was decided; time-outs count from then
   */
  record Drain(String instanceId, PoolNode node, Instant since) {}

  /**
   * How far a drain is.
   *
   * @param done whether the instance may end: nothing is left to wait for, or the time for it is
   *     over
   * @param message what it waits for, or how it ended, with names, and without times that go by;
   *     empty before it is known
   */
  record Progress(boolean done, String message) {}

  /** Whether Nodes can be drained at all; if not, nobody waits for it. */
  default boolean isPossible() {
    return true;
  }

  /** By instance, how far the drains are that are followed; absent for one that has not begun. */
  Map<String, Progress> progress();

  /**
   * Drains just these Nodes of the pool from now on: marks and cordons them, evicts what is on
   * them, waits for their volumes. A drain that is not named any more is given up.
   *
   * @param drains those that are to leave
   * @param restore Nodes that are to bear our mark no longer, and the cordon that came with it
   */
  void follow(List<Drain> drains, List<PoolNode> restore);
}
