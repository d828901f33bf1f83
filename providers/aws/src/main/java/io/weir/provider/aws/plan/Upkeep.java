package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.plan.UpkeepStep.Tagged;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hooks, processes and tags of a group that exists: what is wanted is put there, what we put there
 * before and is wanted no more is taken away, and what others put there stays. Pure.
 */
final class Upkeep {

  private final AwsDesired want;
  private final Notes notes;
  private final List<Step> steps = new ArrayList<>();

  private Upkeep(AwsDesired want, Notes notes) {
    this.want = want;
    this.notes = notes;
  }

  static List<Step> of(AwsDesired want, AwsObserved seen, Notes notes) {
    var upkeep = new Upkeep(want, notes);
    seen.group().ifPresent(group -> upkeep.hooks(group, seen.hooks()));
    seen.group().ifPresent(upkeep::processes);
    seen.group().ifPresent(group -> upkeep.tags(Tagged.GROUP, group.name(), group.tags()));
    seen.template().ifPresent(upkeep::tags);
    return upkeep.steps;
  }

  /** The notes without what is neither wanted nor there any more. */
  static Notes tidied(AwsDesired want, AwsObserved seen, Notes notes) {
    if (seen.group().isEmpty() || !of(want, seen, notes).isEmpty()) {
      return notes;
    }
    return Memos.suspendedAre(Memos.tagsAre(notes, want.additional()), want.group().off());
  }

  private void hooks(Group group, Optional<Map<String, Hook>> seen) {
    Map<String, String> made = new TreeMap<>(Memos.hooks(notes));
    for (Hook hook : want.group().hooks()) {
      String digest = made.remove(hook.name());
      if (!Memos.digest(hook).equals(digest)) {
        boolean known = digest != null && !digest.isEmpty();
        put(group, hook, known, known ? "it was changed" : "it was added");
      } else if (seen.isPresent()) {
        Hook there = seen.get().get(hook.name());
        if (there == null) {
          put(group, hook, false, "it was deleted in AWS");
        } else if (!there.serves(hook)) {
          put(group, hook, true, "it was changed in AWS");
        }
      }
    }
    made.keySet()
        .forEach(
            name ->
                steps.add(
                    new UpkeepStep.DeleteHook(
                        group.name(), name, "it is not in spec.lifecycleHooks")));
  }

  private void put(Group group, Hook hook, boolean known, String because) {
    steps.add(new UpkeepStep.PutHook(group.name(), hook, known, because));
  }

  private void processes(Group group) {
    var off = new TreeSet<>(want.group().off());
    off.removeAll(group.suspended());
    if (!off.isEmpty()) {
      steps.add(new UpkeepStep.Suspend(group.name(), off, "spec.suspendProcesses names " + off));
    }
    var on = new TreeSet<>(Memos.suspended(notes));
    on.removeAll(want.group().off());
    on.addAll(want.group().on());
    on.retainAll(group.suspended());
    if (!on.isEmpty()) {
      steps.add(
          new UpkeepStep.Resume(
              group.name(), on, "spec.suspendProcesses does not name %s".formatted(on)));
    }
  }

  private void tags(Template template) {
    tags(Tagged.TEMPLATE, template.id(), template.tags());
  }

  private void tags(Tagged on, String id, Map<String, String> seen) {
    Map<String, String> missing = new TreeMap<>(want.tags());
    missing.entrySet().removeAll(seen.entrySet());
    if (!missing.isEmpty()) {
      steps.add(
          new UpkeepStep.SetTags(
              want.name(), on, id, missing, want.additional(), "it lacks " + missing.keySet()));
    }
    Set<String> gone = new TreeSet<>(Memos.tags(notes).keySet());
    gone.removeAll(want.tags().keySet());
    gone.retainAll(seen.keySet());
    if (!gone.isEmpty()) {
      steps.add(
          new UpkeepStep.RemoveTags(
              want.name(), on, id, gone, "spec.additionalTags no longer has them"));
    }
  }
}
