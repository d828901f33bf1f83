package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Keeps what hangs on a group or template as wanted. None waits for another. */
public sealed interface UpkeepStep extends AwsStep {

  @Override
  default boolean independent() {
    return true;
  }

  /** Adds a lifecycle hook, or changes it. */
  record PutHook(String name, Hook hook, boolean known, String because) implements UpkeepStep {
    @Override
    public String what() {
      return "put lifecycle hook %s of Auto Scaling group %s".formatted(hook.name(), name);
    }

    @Override
    public Notes before(Notes notes, Instant now) {
      return Memos.hookNamed(notes, hook);
    }

    @Override
    public Notes after(Notes notes) {
      return Memos.hooksMade(notes, List.of(hook));
    }
  }

  /** Removes a lifecycle hook that we made. */
  record DeleteHook(String name, String hook, String because) implements UpkeepStep {
    @Override
    public String what() {
      return "delete lifecycle hook %s of Auto Scaling group %s".formatted(hook, name);
    }

    @Override
    public Notes after(Notes notes) {
      return Memos.hookGone(notes, hook);
    }
  }

  /** Switches processes of the group off. */
  record Suspend(String name, Set<String> processes, String because) implements UpkeepStep {
    @Override
    public String what() {
      return "suspend processes of Auto Scaling group " + name;
    }

    @Override
    public Notes before(Notes notes, Instant now) {
      return Memos.suspending(notes, processes);
    }

    /** What is off after it, of what was before. */
    public Set<String> suspended(Set<String> before) {
      var suspended = new TreeSet<>(before);
      suspended.addAll(processes);
      return suspended;
    }
  }

  /** Switches processes of the group on again. */
  record Resume(String name, Set<String> processes, String because) implements UpkeepStep {
    @Override
    public String what() {
      return "resume processes of Auto Scaling group " + name;
    }

    /** What is off after it, of what was before. */
    public Set<String> suspended(Set<String> before) {
      var suspended = new TreeSet<>(before);
      suspended.removeAll(processes);
      return suspended;
    }
  }

  /** What a tag hangs on. */
  enum Tagged {
    GROUP("Auto Scaling group"),
    TEMPLATE("launch template");

    private final String text;

    Tagged(String text) {
      this.text = text;
    }
  }

  /**
   * Sets tags.
   *
   * @param id name of the group, or id of the template
   */
  record SetTags(
      String name,
      Tagged on,
      String id,
      Map<String, String> tags,
      Map<String, String> additional,
      String because)
      implements UpkeepStep {
    @Override
    public String what() {
      return "tag %s %s".formatted(on.text, name);
    }

    @Override
    public Notes before(Notes notes, Instant now) {
      return Memos.tagging(notes, additional);
    }

    @Override
    public Object aim() {
      return List.of(on, id, additional);
    }

    @Override
    public boolean ofTemplate() {
      return on == Tagged.TEMPLATE;
    }

    /** The tags after it, from those before. */
    public Map<String, String> tagged(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.putAll(tags);
      return tagged;
    }
  }

  /**
   * Takes tags away that we set.
   *
   * @param id name of the group, or id of the template
   */
  record RemoveTags(String name, Tagged on, String id, Set<String> keys, String because)
      implements UpkeepStep {
    @Override
    public String what() {
      return "remove tags from %s %s".formatted(on.text, name);
    }

    @Override
    public boolean ofTemplate() {
      return on == Tagged.TEMPLATE;
    }

    /** The tags after it, from those before. */
    public Map<String, String> tagged(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.keySet().removeAll(keys);
      return tagged;
    }
  }
}
