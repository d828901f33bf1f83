package io.weir.engine.drain;

import io.weir.engine.drain.DrainPod.Handling;
import io.weir.engine.pool.NameList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is to be done after one look at the Pods of a Node.
 *
 * @param evict those to ask to leave, sorted
 * @param later those to ask when all of a lower order have gone, sorted
 * @param awaited those that end, or are to complete, sorted
 * @param skipped those that stay
 */
public record DrainStep(
    List<DrainPod> evict, List<DrainPod> later, List<DrainPod> awaited, List<DrainPod> skipped) {

  private static final int NAMED = 5;

  /** A kubelet that is not there confirms no end; the same as Cluster API's. */
  private static final Duration UNCONFIRMED = Duration.ofSeconds(1);

  public DrainStep {
    evict = List.copyOf(evict);
    later = List.copyOf(later);
    awaited = List.copyOf(awaited);
    skipped = List.copyOf(skipped);
  }

  /**
   * Decides for each Pod.
   *
   * @param unreachable whether the kubelet of the Node has not reported for a while: then nobody
   *     confirms that a Pod has ended
   */
  public static DrainStep of(List<DrainPod> pods, boolean unreachable, Instant now) {
    var evict = new ArrayList<DrainPod>();
    var later = new ArrayList<DrainPod>();
    var awaited = new ArrayList<DrainPod>();
    var skipped = new ArrayList<DrainPod>();
    List<DrainPod> there =
        pods.stream()
            .filter(pod -> !(unreachable && isOverdue(pod, now)))
            .sorted(Comparator.comparing(DrainStep::name))
            .toList();
    int turn =
        there.stream()
            .filter(pod -> pod.handling() != Handling.SKIP)
            .mapToInt(pod -> pod.treatment().order())
            .min()
            .orElse(0);
    for (DrainPod pod : there) {
      if (pod.handling() == Handling.SKIP) {
        skipped.add(pod);
      } else if (pod.deleted().isPresent() || pod.handling() == Handling.WAIT_COMPLETED) {
        awaited.add(pod);
      } else if (pod.treatment().order() == turn) {
        evict.add(pod);
      } else {
        later.add(pod);
      }
    }
    return new DrainStep(evict, later, awaited, skipped);
  }

  private static boolean isOverdue(DrainPod pod, Instant now) {
    return pod.deleted().filter(end -> now.isAfter(end.plus(UNCONFIRMED))).isPresent();
  }

  /** Whether no Pod is waited for. */
  public boolean isDone() {
    return evict.isEmpty() && later.isEmpty() && awaited.isEmpty();
  }

  /**
   * Which Pods are left, for people: at most five of them by name, those first that are waited for
   * now.
   *
   * @param held why some of them could not be evicted, by {@link DrainPod#uid}
   */
  public String message(Map<String, String> held) {
    Stream<String> now =
        Stream.concat(evict.stream(), awaited.stream())
            .sorted(Comparator.comparing(DrainStep::name))
            .map(pod -> name(pod) + note(pod, held));
    List<String> names =
        Stream.concat(now, later.stream().map(pod -> name(pod) + " (" + turn(pod) + ")")).toList();
    return "%d %s left: %s"
        .formatted(
            names.size(), names.size() == 1 ? "pod" : "pods", NameList.abbreviate(names, NAMED));
  }

  private static String note(DrainPod pod, Map<String, String> held) {
    if (pod.deleted().isPresent()) {
      return " (ending)";
    }
    if (pod.handling() == Handling.WAIT_COMPLETED) {
      return " (waits for completion by %s)"
          .formatted(
              pod.treatment()
                  .rule()
                  .map(rule -> "MachineDrainRule " + rule)
                  .orElse("its label " + DrainPod.DRAIN_LABEL));
    }
    String why = held.getOrDefault(pod.uid(), "");
    return why.isEmpty() ? "" : " (" + why + ")";
  }

  private static String turn(DrainPod pod) {
    String after = "after those of a lower order";
    return pod.treatment()
        .rule()
        .map(rule -> after + ", by MachineDrainRule " + rule)
        .orElse(after);
  }

  private static String name(DrainPod pod) {
    return pod.key().toString();
  }
}
