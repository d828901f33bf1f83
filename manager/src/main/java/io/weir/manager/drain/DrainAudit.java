package io.weir.manager.drain;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.drain.DrainPod;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.provider.PoolNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What an auditor wants to know of the drain of one Node. The API server belongs to others, who
 * must not fill the log with what they invent.
 */
final class DrainAudit {

  /** Each Pod that a kubelet may run, and more than once. */
  private static final int AT_MOST = 1_000;

  private final Consumer<AuditEvent> events;
  private final DrainingPool pool;
  private final PoolNode node;
  private final AtomicInteger told;

  /** What kind of answer other than success was told last of Pods that are there, by UID. */
  private final Map<String, Class<? extends KubeException>> refusals = new HashMap<>();

  /**
   * That of a drain.
   *
   * @param told how many events were told of it, by which others go on counting that continue it
   */
  DrainAudit(Consumer<AuditEvent> events, DrainingPool pool, PoolNode node, AtomicInteger told) {
    this.events = events;
    this.pool = pool;
    this.node = node;
    this.told = told;
  }

  /** The Node as it was before a write and after it. */
  void nodeWritten(ApiObject before, ApiObject after) {
    var subject = AuditSubject.of(after, pool.cluster());
    if (isCordoned(after) && !isCordoned(before)) {
      tell(new AuditEvent.NodeCordoned(subject, pool.key()));
    } else if (isCordoned(before) && !isCordoned(after)) {
      tell(new AuditEvent.NodeUncordoned(subject, pool.key()));
    }
  }

  private static boolean isCordoned(ApiObject node) {
    return node.at("/spec/unschedulable").asBoolean();
  }

  /** These are to be evicted now: the refusals of others are over. */
  void turn(Collection<DrainPod> pods) {
    refusals
        .keySet()
        .retainAll(pods.stream().map(DrainPod::uid).collect(Collectors.toUnmodifiableSet()));
  }

  /** Whether it might not be evicted when it was last asked for. */
  boolean isRefused(DrainPod pod) {
    return refusals.containsKey(pod.uid());
  }

  /** One was evicted, or no answer came. */
  void evicted(DrainPod pod, boolean answered) {
    tell(new AuditEvent.PodEvicted(subject(pod), node.name(), answered));
  }

  /**
   * The server has answered with an error of its own, as to each attempt for a Pod that two budgets
   * select: it may have evicted the Pod, and is asked again.
   *
   * @param kind what kind of answer it was
   */
  void unclear(DrainPod pod, Class<? extends KubeException> kind) {
    if (!kind.equals(refusals.put(pod.uid(), kind))) {
      evicted(pod, false);
    }
  }

  /**
   * One may not be evicted. Why is in the words of the server, which may be others each time.
   *
   * @param kind what kind of answer it was
   */
  void refused(DrainPod pod, Class<? extends KubeException> kind, String why) {
    if (!kind.equals(refusals.put(pod.uid(), kind))) {
      tell(new AuditEvent.PodEvictionRefused(subject(pod), node.name(), why));
    }
  }

  private void tell(AuditEvent event) {
    int before = told.getAndUpdate(count -> Math.min(count + 1, AT_MOST + 1));
    if (before < AT_MOST) {
      events.accept(event);
    } else if (before == AT_MOST) {
      var subject =
          new AuditSubject(
              BuiltInKinds.NODE, new ObjectKey("", node.name()), node.uid(), pool.cluster());
      events.accept(new AuditEvent.DrainEventsLeftOut(subject, pool.key(), AT_MOST));
    }
  }

  private AuditSubject subject(DrainPod pod) {
    return new AuditSubject(BuiltInKinds.POD, pod.key(), pod.uid(), pool.cluster());
  }
}
