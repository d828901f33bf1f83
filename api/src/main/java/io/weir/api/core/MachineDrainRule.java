package io.weir.api.core;

import io.weir.api.EmptyIfNull;
import io.weir.api.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How Pods of some machines of a namespace are drained.
 *
 * @param spec what was asked for
 */
public record MachineDrainRule(Spec spec) {

  /**
   * What was asked for.
   *
   * @param drain what is done with the Pods
   * @param machines of which machines; empty for all of the namespace
   * @param pods which Pods; empty for all
   */
  public record Spec(Drain drain, List<Machines> machines, List<Pods> pods) {

    public Spec {
      machines = EmptyIfNull.list(machines);
      pods = EmptyIfNull.list(pods);
    }
  }

  /**
   * What is done with Pods.
   *
   * @param behavior {@code Drain}, {@code Skip} or {@code WaitCompleted}
   * @param order those of a lower one are drained before those of a higher; null as 0
   */
  public record Drain(String behavior, @Nullable Integer order) {}

  /**
   * Machines that a rule is for; a selector that is not given matches all.
   *
   * @param selector labels of the Machine
   * @param clusterSelector labels of its Cluster
   */
  public record Machines(
      @Nullable LabelSelector selector, @Nullable LabelSelector clusterSelector) {}

  /**
   * Pods that a rule is for; a selector that is not given matches all.
   *
   * @param selector labels of the Pod
   * @param namespaceSelector labels of its Namespace
   */
  public record Pods(@Nullable LabelSelector selector, @Nullable LabelSelector namespaceSelector) {}
}
