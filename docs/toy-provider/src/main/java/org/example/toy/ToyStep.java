package org.example.toy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolMarks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One write. The name of its class is the reason of the Event that tells of it. */
sealed interface ToyStep extends PlanStep {

  /** The set's name. */
  String name();

  /** What is sent to it, by which method. */
  String method();

  ObjectNode body();

  /** Not what the set was before: a resize that somebody undoes comes back the same. */
  @Override
  default Object goalKey() {
    return List.of(method(), name(), body());
  }

  private static ObjectNode sized(int size) {
    return Json.MAPPER.createObjectNode().put("size", size);
  }

  private static ObjectNode marked(PoolMarks marks) {
    return Json.MAPPER
        .createObjectNode()
        .put("managementCluster", marks.managementCluster())
        .put("pool", marks.pool());
  }

  record CreateSet(String name, PoolMarks marks, int size) implements ToyStep {
    @Override
    public String method() {
      return "PUT";
    }

    @Override
    public ObjectNode body() {
      return sized(size).setAll(marked(marks));
    }

    @Override
    public String description() {
      return "create set " + name;
    }

    @Override
    public String reason() {
      return "it does not exist, " + size + " machines wanted";
    }
  }

  record MarkSet(String name, PoolMarks marks, String eventReason, String reason)
      implements ToyStep {
    @Override
    public String method() {
      return "PATCH";
    }

    @Override
    public ObjectNode body() {
      return marked(marks);
    }

    @Override
    public boolean endsPass() {
      return true;
    }

    @Override
    public String description() {
      return "mark set " + name + " as this pool's";
    }
  }

  record ResizeSet(String name, int before, int size) implements ToyStep {
    @Override
    public String method() {
      return "PATCH";
    }

    @Override
    public ObjectNode body() {
      return sized(size);
    }

    @Override
    public String description() {
      return "resize set " + name;
    }

    @Override
    public String reason() {
      return size + " machines wanted, " + before + " requested so far";
    }
  }

  /** Takes one machine out; where the size stays, another takes its place. */
  record RemoveMachine(String name, String machine, int size, Instant since) implements ToyStep {
    @Override
    public String method() {
      return "PATCH";
    }

    @Override
    public ObjectNode body() {
      return sized(size).put("remove", machine);
    }

    /** A repetition removes nothing more: the machine is named. */
    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public String description() {
      return "remove machine %s of set %s".formatted(machine, name);
    }

    @Override
    public String reason() {
      return "it is to leave, and %d machines are to be there".formatted(size);
    }
  }

  record DeleteSet(String name) implements ToyStep {
    @Override
    public String method() {
      return "DELETE";
    }

    @Override
    public ObjectNode body() {
      return Json.MAPPER.createObjectNode();
    }

    @Override
    public String description() {
      return "delete set " + name;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public String reason() {
      return "the pool is being deleted";
    }
  }
}
