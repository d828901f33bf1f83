package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.desired.RefreshSettings;
import io.weir.provider.aws.roll.Owed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One write to AWS. */
public sealed interface AwsStep extends Step {

  /** Name of the pool's group and template. */
  String name();

  /** Makes the launch template, with its first version. */
  record CreateTemplate(AwsDesired want, String because) implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "create launch template " + name();
    }

    @Override
    public Notes before(Notes notes) {
      return Memos.naming(notes, want);
    }

    @Override
    public Object aim() {
      return want.mark();
    }

    @Override
    public Object attempt() {
      return List.of(want.template(), want.tags(), want.revision());
    }
  }

  /**
   * Adds a version; instances made from now on are made from it, others stay as they are.
   *
   * @param owed what is owed once it is there
   */
  record AddVersion(AwsDesired want, String templateId, String because, Optional<Owed> owed)
      implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "add a version to launch template " + name();
    }

    @Override
    public Notes before(Notes notes) {
      return Owed.note(notes, owed);
    }

    @Override
    public Object aim() {
      return List.of(want.mark(), templateId);
    }

    @Override
    public Object attempt() {
      return List.of(want.template(), want.revision(), templateId);
    }
  }

  /** Removes old versions that nothing uses. */
  record RemoveVersions(String name, String templateId, List<Long> versions, String because)
      implements AwsStep {
    @Override
    public String what() {
      return "remove old versions of launch template " + name;
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /**
   * Makes the group.
   *
   * @param templateId absent where the template is made by the step before
   */
  record CreateGroup(AwsDesired want, Optional<String> templateId, String because)
      implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "create Auto Scaling group " + name();
    }

    @Override
    public Notes before(Notes notes) {
      return Memos.naming(notes, want);
    }

    @Override
    public Notes after(Notes notes) {
      return Memos.hooksMade(notes, want.group().hooks());
    }

    @Override
    public Object aim() {
      return List.of(want.group(), want.tags());
    }

    @Override
    public Object attempt() {
      return List.of(want.template(), want.group(), want.tags(), templateId);
    }
  }

  /**
   * Brings the group's size, bounds, subnets and template to what is wanted.
   *
   * @param timers whether cooldown and warmup differ as well
   */
  record UpdateGroup(AwsDesired want, String templateId, boolean timers, String because)
      implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "update Auto Scaling group " + name();
    }

    @Override
    public boolean independent() {
      return true;
    }

    @Override
    public Object aim() {
      return List.of("update", want.group(), templateId);
    }

    @Override
    public Object attempt() {
      return List.of(want.template(), want.group(), templateId);
    }
  }

  /**
   * Asks AWS to replace the instances.
   *
   * @param owed what is owed, with this attempt
   */
  record StartRefresh(String name, RefreshSettings settings, Owed owed, String because)
      implements AwsStep {
    @Override
    public String what() {
      return "start an instance refresh of Auto Scaling group " + name;
    }

    @Override
    public Notes before(Notes notes) {
      return Owed.note(notes, Optional.of(owed));
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Stops a refresh of ours. */
  record CancelRefresh(String name, String refresh, String because) implements AwsStep {
    @Override
    public String what() {
      return "cancel the instance refresh of Auto Scaling group " + name;
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Adds a lifecycle hook, or changes it. */
  record PutHook(String name, Hook hook, boolean known, String because) implements AwsStep {
    @Override
    public String what() {
      return "put lifecycle hook %s of Auto Scaling group %s".formatted(hook.name(), name);
    }

    @Override
    public Notes before(Notes notes) {
      return Memos.hookNamed(notes, hook);
    }

    @Override
    public Notes after(Notes notes) {
      return Memos.hooksMade(notes, List.of(hook));
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Removes a lifecycle hook that we made. */
  record DeleteHook(String name, String hook, String because) implements AwsStep {
    @Override
    public String what() {
      return "delete lifecycle hook %s of Auto Scaling group %s".formatted(hook, name);
    }

    @Override
    public Notes after(Notes notes) {
      return Memos.hookGone(notes, hook);
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Switches processes of the group off. */
  record Suspend(String name, Set<String> processes, String because) implements AwsStep {
    @Override
    public String what() {
      return "suspend processes of Auto Scaling group " + name;
    }

    @Override
    public Notes before(Notes notes) {
      return Memos.suspending(notes, processes);
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Switches processes of the group on again. */
  record Resume(String name, Set<String> processes, String because) implements AwsStep {
    @Override
    public String what() {
      return "resume processes of Auto Scaling group " + name;
    }

    @Override
    public boolean independent() {
      return true;
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
      implements AwsStep {
    @Override
    public String what() {
      return "tag %s %s".formatted(on.text, name);
    }

    @Override
    public Notes before(Notes notes) {
      return Memos.tagging(notes, additional);
    }

    @Override
    public Object aim() {
      return List.of(on, id, additional);
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /**
   * Takes tags away that we set.
   *
   * @param id name of the group, or id of the template
   */
  record RemoveTags(String name, Tagged on, String id, Set<String> keys, String because)
      implements AwsStep {
    @Override
    public String what() {
      return "take tags from %s %s".formatted(on.text, name);
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Deletes the group and terminates its instances. */
  record DeleteGroup(String name, String because) implements AwsStep {
    @Override
    public String what() {
      return "delete Auto Scaling group " + name;
    }
  }

  /** Deletes the template with all versions. */
  record DeleteTemplate(String name, String id, String because) implements AwsStep {
    @Override
    public String what() {
      return "delete launch template " + name;
    }
  }
}
