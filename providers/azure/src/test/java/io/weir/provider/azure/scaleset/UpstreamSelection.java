package io.weir.provider.azure.scaleset;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which machines upstream's provider deletes in one look, told again from its rules; {@link
 * UpstreamSelectionTest} compares it with what upstream's own code has answered.
 *
 * @param desired how many machines are wanted
 * @param unavailable how many of them may be missing, as a number
 * @param rollout whether it takes outdated machines for a rollout
 * @param rolls whether it replaces outdated machines at all
 */
record UpstreamSelection(int desired, int unavailable, boolean rollout, boolean rolls) {

  /**
   * A machine as upstream knows it.
   *
   * @param state in Azure's word; empty if it has none
   */
  record Machine(
      String name,
      Instant created,
      boolean ending,
      boolean ready,
      boolean latest,
      String state,
      boolean annotated) {

    private boolean isReady() {
      return ready && state.equals("Succeeded") && !ending;
    }

    private boolean isUnready() {
      return !ready
          && !ending
          && !state.isEmpty()
          && !state.equals("Failed")
          && !state.equals("Deleting");
    }

    private boolean isOld() {
      return !latest;
    }
  }

  /** Those that it deletes, of machines in the order of the policy. */
  List<Machine> select(List<Machine> machines) {
    var failed = new ArrayList<>(only(machines, each -> each.state().equals("Failed")));
    failed.addAll(only(machines, each -> each.state().equals("Deleting") && !each.ending()));
    if (!failed.isEmpty()) {
      failed.sort(Comparator.comparing(each -> !each.annotated()));
      return failed;
    }
    List<Machine> annotated = only(machines, Machine::annotated);
    if (!annotated.isEmpty()) {
      return annotated;
    }
    List<Machine> ready = only(machines, Machine::isReady);
    List<Machine> unready = only(machines, Machine::isUnready);
    int kept =
        rollout
            ? Math.min(only(ready, Machine::isOld).size(), only(unready, Machine::latest).size())
            : 0;
    int over = ready.size() + unready.size() - kept - desired;
    if (over > 0) {
      return surplus(machines, ready, unready, kept).stream().limit(over).toList();
    }
    int budget = unavailable > desired ? desired : ready.size() - desired + unavailable;
    return ready.size() < desired || !rolls || budget <= 0
        ? List.of()
        : only(ready, Machine::isOld).stream().limit(budget).toList();
  }

  private List<Machine> surplus(
      List<Machine> machines, List<Machine> ready, List<Machine> unready, int kept) {
    List<Machine> starting = only(unready, Machine::latest);
    List<Machine> spare = starting.subList(0, starting.size() - kept);
    var all = new ArrayList<Machine>();
    if (rolls) {
      all.addAll(only(unready, Machine::isOld));
      all.addAll(spare);
      all.addAll(only(machines, each -> each.isOld() && !each.isUnready()));
      all.addAll(only(ready, Machine::latest));
    } else {
      all.addAll(only(unready, each -> each.isOld() || spare.contains(each)));
      all.addAll(ready);
    }
    return all;
  }

  private static List<Machine> only(List<Machine> machines, Predicate<Machine> which) {
    return machines.stream().filter(which).toList();
  }
}
