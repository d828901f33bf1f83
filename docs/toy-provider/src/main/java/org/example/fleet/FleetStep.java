package org.example.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolMarks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One write, which the cloud accepts and carries out later. */
sealed interface FleetStep extends PlanStep {

  String name();

  String method();

  /** Below {@code /fleets/}. */
  default String path() {
    return name();
  }

  /** What is sent; may hold bootstrap data, so it is in no text. */
  default ObjectNode body() {
    return Json.MAPPER.createObjectNode();
  }

  private static ObjectNode model(DesiredFleet want) {
    return Json.MAPPER
        .createObjectNode()
        .put("flavor", want.flavor())
        .put("userData", want.bootstrap().base64())
        .put("fingerprint", want.fingerprint().format());
  }

  private static ObjectNode marked(PoolMarks marks) {
    return Json.MAPPER
        .createObjectNode()
        .put("managementCluster", marks.managementCluster())
        .put("pool", marks.pool());
  }

  record CreateFleet(String name, DesiredFleet want) implements FleetStep {
    @Override
    public String method() {
      return "PUT";
    }

    @Override
    public ObjectNode body() {
      ObjectNode body = model(want).setAll(marked(want.marks()));
      return body.put("size", want.size());
    }

    @Override
    public String description() {
      return "create fleet " + name;
    }

    @Override
    public String reason() {
      return "it does not exist, %d machines wanted".formatted(want.size());
    }
  }

  record MarkFleet(String name, PoolMarks marks, String eventReason, String reason)
      implements FleetStep {
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
      return "mark fleet " + name + " as this pool's";
    }
  }

  /** Changes what new machines are made of; those that run stay as they are. */
  record ChangeModel(String name, DesiredFleet want, String reason) implements FleetStep {
    @Override
    public String method() {
      return "PATCH";
    }

    @Override
    public ObjectNode body() {
      return model(want);
    }

    /** Without the size, which is none of the model. */
    @Override
    public Object goalKey() {
      return List.of(name, want.fingerprint());
    }

    @Override
    public String description() {
      return "change the model of fleet " + name;
    }
  }

  record ResizeFleet(String name, int before, int size) implements FleetStep {
    @Override
    public String method() {
      return "PATCH";
    }

    @Override
    public ObjectNode body() {
      return Json.MAPPER.createObjectNode().put("size", size);
    }

    @Override
    public Object goalKey() {
      return List.of(name, size);
    }

    @Override
    public int endsInstances() {
      return Math.max(0, before - size);
    }

    @Override
    public String description() {
      return "resize fleet " + name;
    }

    @Override
    public String reason() {
      return "%d machines wanted, %d requested so far".formatted(size, before);
    }
  }

  /** Ends one machine; the cloud makes another in its place unless the size falls with it. */
  record EndMachine(String name, String machine, boolean shrink, Instant since)
      implements FleetStep {
    @Override
    public String method() {
      return "DELETE";
    }

    @Override
    public String path() {
      return "%s/machines/%s?shrink=%s".formatted(name, machine, shrink);
    }

    @Override
    public int endsInstances() {
      return 1;
    }

    /** The machine is named, and gone once: a repetition ends nothing more. */
    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public String description() {
      return "end machine %s of fleet %s".formatted(machine, name);
    }

    @Override
    public String reason() {
      return shrink ? "fewer machines are wanted" : "it is to be replaced";
    }
  }

  record DeleteFleet(String name, int endsInstances) implements FleetStep {
    @Override
    public String method() {
      return "DELETE";
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public String description() {
      return "delete fleet " + name;
    }

    @Override
    public String reason() {
      return "the pool is being deleted";
    }
  }
}
