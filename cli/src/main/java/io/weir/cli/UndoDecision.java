package io.weir.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.core.ContractReference;
import io.weir.engine.settled.MachineSettings;
import io.weir.engine.settled.SettledAnnotation;
import io.weir.engine.settled.SettledHistory;
import io.weir.engine.settled.SettledSubject;
import io.weir.engine.watch.PauseCheck;
import io.weir.kernel.kube.MergePatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What an undo is to write. Whoever edits the pool can write what it reads, so that nothing is
 * taken from there but fields of which it is known that they say what machines are made of, and
 * people are shown each of them.
 */
sealed interface UndoDecision {

  /**
   * Nothing, and why.
   *
   * @param why with the remedy
   */
  record Refused(String why) implements UndoDecision {}

  /**
   * These edits, in this order.
   *
   * @param config the bootstrap config that is named instead of the present one, and must be there
   * @param notes what people should know besides
   */
  record Planned(List<Edit> edits, Optional<ContractReference> config, List<String> notes)
      implements UndoDecision {
    public Planned {
      edits = List.copyOf(edits);
      notes = List.copyOf(notes);
    }
  }

  /**
   * The edit of one object.
   *
   * @param object as it was seen
   * @param patch a merge patch, not empty
   * @param changes what that does
   */
  record Edit(ApiObject object, ObjectNode patch, List<FieldChange> changes) {

    public Edit {
      changes = List.copyOf(changes);
    }

    private Edit(ApiObject object, ObjectNode patch) {
      this(object, patch, FieldChange.of(object, patch));
    }
  }

  /** What a pool's objects allow. */
  static UndoDecision of(
      ApiObject machinePool,
      ApiObject infrastructure,
      Optional<ApiObject> cluster,
      Set<String> fields) {
    return new Builder(machinePool, infrastructure, fields).decide(cluster);
  }

  /** Makes a decision. */
  record Builder(ApiObject machinePool, ApiObject infrastructure, Set<String> fields) {

    private static final String BY_HAND =
        "; set the former settings yourself, from where you keep your objects";

    UndoDecision decide(Optional<ApiObject> cluster) {
      Optional<String> paused = paused(cluster);
      if (paused.isPresent()) {
        return new Refused(paused.get());
      }
      Optional<String> noted = infrastructure.annotation(MetadataKeys.SETTLED);
      if (noted.isEmpty()) {
        return new Refused(
            "nothing is recorded of %s: the manager records its settings when all machines are up to date and available%s"
                .formatted(infrastructure, BY_HAND));
      }
      return switch (SettledAnnotation.parse(noted.get())) {
        case SettledAnnotation.Known(SettledHistory history) -> decide(history);
        case SettledAnnotation.TooLong(int bytes) ->
            new Refused(
                "the settings of %s are not recorded, as they take %d bytes and %d are kept%s"
                    .formatted(infrastructure, bytes, SettledAnnotation.BYTES_AT_MOST, BY_HAND));
        case SettledAnnotation.Unreadable(String why) ->
            new Refused(
                "cannot read the annotation %s of %s: %s; use the weir of the manager's release, or remove the annotation"
                    .formatted(MetadataKeys.SETTLED, infrastructure, why));
      };
    }

    private Optional<String> paused(Optional<ApiObject> cluster) {
      if (RolloutStatus.isPaused(machinePool)) {
        return Optional.of(
            "cannot undo the rollout of a pool that is paused: resume it first with: weir rollout resume %s -n %s"
                .formatted(machinePool.name(), machinePool.namespace()));
      }
      return Stream.of(machinePool, infrastructure)
          .flatMap(object -> PauseCheck.whyPaused(object, cluster).stream())
          .findFirst()
          .map(why -> "cannot undo the rollout of a pool that is paused: " + why);
    }

    private UndoDecision decide(SettledHistory history) {
      Optional<Refused> foreign = refusalOf(history.subject());
      if (foreign.isPresent()) {
        return foreign.get();
      }
      var present = MachineSettings.of(infrastructure, machinePool, fields);
      if (!history.latest().equals(present)) {
        return to(history.latest(), present);
      }
      if (history.former().isEmpty()) {
        return new Refused(
            "no settings before the present ones are recorded of %s%s"
                .formatted(infrastructure, BY_HAND));
      }
      return to(history.former().get(), present);
    }

    private Optional<Refused> refusalOf(SettledSubject recorded) {
      var own = SettledSubject.of(infrastructure, fields);
      if (recorded.equals(own)) {
        return Optional.empty();
      }
      return Optional.of(
          new Refused(
              recorded.pool().isEmpty() || recorded.pool().equals(own.pool())
                  ? "the settings of %s are recorded by a release that knows other fields or versions of it than this command: use the weir of the manager's release; if it is that, no settings of this release are recorded yet%s"
                      .formatted(infrastructure, BY_HAND)
                  : "what is recorded of %s came with a copy of another pool, %s: the manager records its own settings when all machines are up to date and available%s"
                      .formatted(infrastructure, Excerpt.printable(recorded.pool()), BY_HAND)));
    }

    private UndoDecision to(MachineSettings target, MachineSettings present) {
      Optional<String> foreign = foreignField(target);
      if (foreign.isPresent()) {
        return new Refused(
            "the annotation %s of %s names %s, which says nothing of what machines are made of, so it is not the manager's: remove the annotation%s"
                .formatted(
                    MetadataKeys.SETTLED,
                    infrastructure,
                    Excerpt.printable(foreign.get()),
                    BY_HAND));
      }
      var edits = new ArrayList<Edit>();
      ObjectNode spec = MergePatches.between(present.infrastructure(), target.infrastructure());
      if (!spec.isEmpty()) {
        ObjectNode patch = Json.MAPPER.createObjectNode();
        patch.set("spec", spec);
        edits.add(new Edit(infrastructure, patch));
      }
      ObjectNode template = MergePatches.between(present.machinePool(), target.machinePool());
      if (!template.isEmpty()) {
        edits.add(new Edit(machinePool, inTemplate(template)));
      }
      return new Planned(edits, config(target, present), notes(target, present));
    }

    private static Optional<ContractReference> config(
        MachineSettings target, MachineSettings present) {
      JsonNode config = target.machinePool().path("configRef");
      return config.isObject() && !config.equals(present.machinePool().path("configRef"))
          ? Optional.of(
              new ContractReference(
                  config.path("apiGroup").asText(),
                  config.path("kind").asText(),
                  config.path("name").asText()))
          : Optional.empty();
    }

    private Optional<String> foreignField(MachineSettings target) {
      var known = new TreeSet<>(MachineSettings.BOOTSTRAP);
      known.add(MachineSettings.VERSION);
      return Stream.concat(
              names(target.infrastructure()).filter(field -> !fields.contains(field)),
              names(target.machinePool()).filter(field -> !known.contains(field)))
          .findFirst();
    }

    private static Stream<String> names(JsonNode tree) {
      return tree.properties().stream().map(Map.Entry::getKey);
    }

    /** What goes into the template of the MachinePool. */
    private static ObjectNode inTemplate(ObjectNode changes) {
      ObjectNode patch = Json.MAPPER.createObjectNode();
      ObjectNode template = patch.withObject("/spec/template/spec");
      changes
          .properties()
          .forEach(
              change -> {
                boolean bootstrap = MachineSettings.BOOTSTRAP.contains(change.getKey());
                ObjectNode parent = bootstrap ? template.withObject("/bootstrap") : template;
                parent.set(change.getKey(), change.getValue());
              });
      return patch;
    }

    /** What another config makes machines run comes with its name. */
    private List<String> notes(MachineSettings target, MachineSettings present) {
      return target.bootsFromTheSameAs(present)
          ? List.of(
              "what %s makes machines run stays as it is: its former content is not kept"
                  .formatted(bootstrap()))
          : List.of();
    }

    private String bootstrap() {
      JsonNode config = machinePool.at("/spec/template/spec/bootstrap/configRef");
      return config.isObject()
          ? "%s %s/%s"
              .formatted(
                  config.path("kind").asText(),
                  machinePool.namespace(),
                  config.path("name").asText())
          : "the bootstrap data of " + machinePool;
    }
  }
}
