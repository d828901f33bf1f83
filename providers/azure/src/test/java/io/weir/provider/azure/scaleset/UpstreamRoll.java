package io.weir.provider.azure.scaleset;

import io.weir.provider.azure.scaleset.UpstreamSelection.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A scale set in the hands of upstream's provider, a minute at a time, beside ours: machines are
 * made until the capacity is reached, join after two minutes, and drain for some once their Machine
 * is deleted. Until then upstream goes on counting them.
 */
final class UpstreamRoll {

  private final Instant begin;
  private final boolean flexible;
  private final boolean externallySized;
  private final boolean rolls;
  private final int surge;
  private final int unavailable;
  private final String policy;
  private final Random random = new Random(7);
  private final List<Vm> machines = new ArrayList<>();

  int replicas;
  int drainMinutes = 1;
  private int capacity;
  private int image = 1;
  private boolean modelChanged;
  private int lastReconciled = -1;
  private int made;

  /** A machine. */
  private static final class Vm {
    final String name;
    final int created;
    final int image;
    boolean failed;
    boolean joins = true;
    int deleted = -1;

    Vm(String name, int created, int image) {
      this.name = name;
      this.created = created;
      this.image = image;
    }
  }

  UpstreamRoll(RollStory story, Instant begin) {
    this.begin = begin;
    flexible = story.flexible();
    externallySized = story.externallySized();
    rolls = !story.keepsOutdated();
    surge = story.surge();
    unavailable = story.unavailable();
    policy = story.policy();
    replicas = story.replicas();
    capacity = replicas;
    for (int i = 0; i < replicas; i++) {
      machines.add(new Vm(Integer.toString(made++), i - 100, image));
    }
  }

  /** A change of the image; one of the size changes the model and outdates nobody. */
  void change(boolean ofImage) {
    modelChanged = true;
    image += ofImage ? 1 : 0;
  }

  void fail(int index) {
    machines.get(index).failed = true;
  }

  void neverJoins(int index) {
    machines.get(index).joins = false;
  }

  /** What it does in a minute, and how things stand then. */
  String pass(int minute) {
    machines.removeIf(
        each -> {
          boolean gone = each.deleted >= 0 && minute >= each.deleted + drainMinutes;
          capacity -= gone ? 1 : 0;
          return gone;
        });
    put(minute);
    List<String> chosen = new ArrayList<>();
    if (!externallySized) {
      List<Machine> selected = selection().select(inOrder(minute));
      for (Machine each : selected) {
        Vm vm =
            machines.stream().filter(it -> it.name.equals(each.name())).findFirst().orElseThrow();
        if (vm.deleted < 0) {
          vm.deleted = minute;
          chosen.add(vm.name);
        }
      }
      if (machines.size() - selected.size() <= replicas) {
        lastReconciled = replicas;
      }
    }
    long ready = machines.stream().filter(each -> isReady(each, minute)).count();
    long serving =
        machines.stream().filter(each -> isReady(each, minute) && each.deleted < 0).count();
    return "%d, %d of %d ready, %d serve%s"
        .formatted(
            capacity,
            ready,
            machines.size(),
            serving,
            chosen.isEmpty() ? "" : "; deletes " + String.join(" ", chosen));
  }

  private void put(int minute) {
    long latest = machines.stream().filter(each -> each.image == image).count();
    boolean updated = flexible || latest == machines.size() || latest == capacity;
    int wanted =
        surge > 0 && (modelChanged || !updated) && !externallySized ? replicas + surge : replicas;
    if ((wanted > capacity || modelChanged) && !externallySized) {
      capacity = Math.max(capacity, wanted);
    }
    modelChanged = false;
    while (machines.size() < capacity) {
      machines.add(new Vm(Integer.toString(made++), minute, image));
    }
  }

  private UpstreamSelection selection() {
    boolean shrinks = lastReconciled >= 0 && replicas < lastReconciled;
    boolean mixed = machines.stream().anyMatch(each -> each.image != image);
    return new UpstreamSelection(replicas, unavailable, !shrinks && mixed, rolls);
  }

  private List<Machine> inOrder(int minute) {
    var all = new ArrayList<Machine>();
    for (Vm each : machines) {
      all.add(
          new Machine(
              each.name,
              begin.plus(Duration.ofMinutes(each.created)),
              false,
              isReady(each, minute),
              each.image == image,
              each.failed ? "Failed" : minute > each.created ? "Succeeded" : "Creating",
              false));
    }
    if (policy.equals("Random")) {
      Collections.shuffle(all, random);
    } else {
      Comparator<Machine> oldest = Comparator.comparing(Machine::created);
      all.sort(policy.equals("Newest") ? oldest.reversed() : oldest);
    }
    return all;
  }

  private static boolean isReady(Vm vm, int minute) {
    return !vm.failed && vm.joins && minute - vm.created >= 2;
  }
}
