package io.weir.clouds;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a simulated cloud was asked and did. Counts cover everything since the start or the last
 * {@link #clear}; of the calls themselves only the latest are kept.
 */
public final class Journal {
  /** The outcome of a call that was answered as asked. */
  public static final String OK = "OK";

  private static final int KEPT = 50_000;

  /**
   * One call.
   *
   * @param number counts from 1
   * @param at when it arrived
   * @param service which service
   * @param action what was asked
   * @param resource what it was about; empty when it names nothing
   * @param parameters its plain parameters, without large or secret ones
   * @param outcome {@link #OK} or the error code answered, or the kind of fault that took the
   *     answer
   * @param wrote whether it changed something
   */
  public record Call(
      long number,
      Instant at,
      String service,
      String action,
      String resource,
      Map<String, String> parameters,
      String outcome,
      boolean wrote) {

    /** What was asked for as {@code service:action}, by which AWS names what it permits. */
    public String serviceAction() {
      return service + ":" + action;
    }
  }

  /**
   * A step in the life of an instance.
   *
   * @param number counts from 1
   * @param at when it happened
   * @param id the cloud's id of the instance, as it ends its Node's provider id
   * @param zone where it is
   * @param group name of the scale set or pool that made it
   * @param phase how far it is now
   * @param runs whether its operating system still runs
   */
  public record InstanceStep(
      long number,
      Instant at,
      String id,
      String zone,
      String group,
      InstanceState.Phase phase,
      boolean runs) {}

  private final Deque<InstanceStep> steps = new ArrayDeque<>();
  private long stepNumber;
  private final Deque<Call> calls = new ArrayDeque<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<String, Integer> creations = new TreeMap<>();
  private long number;
  private int writes;

  /** Notes a call. */
  public synchronized void recordCall(
      Instant at,
      String service,
      String action,
      String resource,
      Map<String, String> parameters,
      String outcome,
      boolean wrote) {
    calls.addLast(new Call(++number, at, service, action, resource, parameters, outcome, wrote));
    if (calls.size() > KEPT) {
      calls.removeFirst();
    }
    counts.merge(action, 1, Integer::sum);
    if (!outcome.equals(OK)) {
      refusals.merge(outcome, 1, Integer::sum);
    }
    writes += wrote ? 1 : 0;
  }

  /** Notes that a resource came into being; called at the moment of the effect. */
  public synchronized void recordCreation(String kind, String name) {
    creations.merge(kind + "/" + name, 1, Integer::sum);
  }

  /** Notes that an instance went on in its life; called at the moment of the effect. */
  public synchronized void recordInstance(
      Instant at, String id, String zone, String group, InstanceState.Phase phase, boolean runs) {
    steps.addLast(new InstanceStep(++stepNumber, at, id, zone, group, phase, runs));
    if (steps.size() > KEPT) {
      steps.removeFirst();
    }
  }

  /** The steps of instances after the one of this number that are still kept, oldest first. */
  public synchronized List<InstanceStep> stepsAfter(long last) {
    return latest(steps, step -> step.number() > last);
  }

  /** The latest calls, oldest first. */
  public synchronized List<Call> calls() {
    return new ArrayList<>(calls);
  }

  /** The latest calls of one action, oldest first. */
  public synchronized List<Call> calls(String action) {
    return calls.stream().filter(call -> call.action().equals(action)).toList();
  }

  /** The calls after the one of this number that are still kept, oldest first. */
  public synchronized List<Call> callsAfter(long last) {
    return latest(calls, call -> call.number() > last);
  }

  /** From the end on as far as they are new, so that it costs nothing to ask often. */
  private static <T> List<T> latest(Deque<T> all, Predicate<T> isNew) {
    List<T> latest = new ArrayList<>();
    for (var each = all.descendingIterator(); each.hasNext(); ) {
      T next = each.next();
      if (!isNew.test(next)) {
        break;
      }
      latest.addFirst(next);
    }
    return latest;
  }

  /** What the latest calls asked for, each once as {@code service:action}. */
  public synchronized Set<String> actions() {
    return calls.stream().map(Call::serviceAction).collect(Collectors.toCollection(TreeSet::new));
  }

  /** How often an action was called, whatever came of it. */
  public synchronized int callCount(String action) {
    return counts.getOrDefault(action, 0);
  }

  /** Calls by action. */
  public synchronized Map<String, Integer> callCounts() {
    return new TreeMap<>(counts);
  }

  /** Calls not answered as asked, by outcome. */
  public synchronized Map<String, Integer> errorCounts() {
    return new TreeMap<>(refusals);
  }

  /** Calls that changed something. */
  public synchronized int writeCount() {
    return writes;
  }

  /** How often a resource of this kind and name was created. */
  public synchronized int creations(String kind, String name) {
    return creations.getOrDefault(kind + "/" + name, 0);
  }

  /** Creations by {@code kind/name}. */
  public synchronized Map<String, Integer> creations() {
    return new TreeMap<>(creations);
  }

  /** Forgets everything. */
  public synchronized void clear() {
    calls.clear();
    steps.clear();
    counts.clear();
    refusals.clear();
    creations.clear();
    writes = 0;
  }
}
