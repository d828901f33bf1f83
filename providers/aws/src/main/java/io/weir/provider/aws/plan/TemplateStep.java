package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Mark;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.roll.Owed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A write to a launch template, apart from its tags. */
public sealed interface TemplateStep extends AwsStep {

  @Override
  default boolean ofTemplate() {
    return true;
  }

  /** Makes the launch template, with its first version. */
  record CreateTemplate(AwsDesired want, String because) implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "create launch template " + name();
    }

    @Override
    public Notes before(Notes notes, Instant now) {
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
      implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "add a version to launch template " + name();
    }

    @Override
    public Notes before(Notes notes, Instant now) {
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

  /**
   * Adds a version that is the newest one with other user data; instances made from now on are made
   * from it.
   *
   * @param from the template with its newest version, which has a mark
   * @param owed what is owed once it is there
   */
  record RenewUserData(AwsDesired want, Template from, String because, Optional<Owed> owed)
      implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "renew the user data of launch template " + name();
    }

    /** A size is no less right for instances that boot with an older token. */
    @Override
    public boolean independent() {
      return true;
    }

    /** What the version carries. */
    public Mark mark() {
      return from.mark().orElseThrow().withUserDataOf(want.mark());
    }

    @Override
    public Notes before(Notes notes, Instant now) {
      return Owed.note(notes, owed);
    }

    @Override
    public Object aim() {
      return List.of(mark(), from.id());
    }

    @Override
    public Object attempt() {
      return List.of(want.revision(), from.id());
    }
  }

  /** Removes old versions that nothing uses. */
  record RemoveVersions(String name, String templateId, List<Long> versions, String because)
      implements TemplateStep {
    @Override
    public String what() {
      return "remove old versions of launch template " + name;
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  /** Deletes the template with all versions. */
  record DeleteTemplate(String name, String id, String because) implements TemplateStep {
    @Override
    public String what() {
      return "delete launch template " + name;
    }
  }
}
