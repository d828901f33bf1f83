package io.weir.clouds.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.CloudFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a site does later: each operation is accepted, begins, takes its time, has its effect, and
 * is remembered for a while. The fault {@link CloudFault.Kind#FAILED_OPERATION} finds it by its
 * type as action and its target as resource. Guarded by the lock of the site.
 */
public final class LongOperations {
  private static final int BEGINS_AFTER = 10;

  private final Site site;
  private final Duration retention;
  private final LongOperation.Failure failure;
  private final Map<String, Consumer<LongOperation>> effects = new HashMap<>();
  private final Map<String, LongOperation> byId = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param retention how long one that has ended is remembered
   * @param failure how the cloud words that an operation broke
   */
  public LongOperations(Site site, Duration retention, LongOperation.Failure failure) {
    this.site = site;
    this.retention = retention;
    this.failure = failure;
  }

  /**
   * Says what operations of a type do at their end; before the first of them.
   *
   * @param effect under the lock of the site; may throw {@link OperationFailedException}
   */
  public LongOperations register(String type, Consumer<LongOperation> effect) {
    effects.put(type, effect);
    return this;
  }

  /**
   * Accepts an operation.
   *
   * @param type one that was registered
   * @param target the id of what it is done to
   * @param input what else its effect must know
   * @param duration until its end; it begins after a tenth of it
   */
  public LongOperation start(String type, String target, JsonNode input, Duration duration) {
    if (!effects.containsKey(type)) {
      throw new IllegalArgumentException("nothing says what " + type + " does");
    }
    var operation =
        new LongOperation(site.ids().nextUuid(), type, target, input, duration, site.now());
    byId.put(operation.id(), operation);
    boolean breaks =
        site.faults()
            .takeMatching(EnumSet.of(CloudFault.Kind.FAILED_OPERATION), type, target)
            .isPresent();
    schedule(operation, breaks ? failure : null);
    return operation;
  }

  private void schedule(LongOperation operation, LongOperation.@Nullable Failure breaks) {
    Duration first = operation.duration().dividedBy(BEGINS_AFTER);
    site.runLater(
        first,
        () -> {
          if (operation.isActive()) {
            operation.markRunning();
            site.runLater(operation.duration().minus(first), () -> finish(operation, breaks));
          }
        });
  }

  private void finish(LongOperation operation, LongOperation.@Nullable Failure breaks) {
    if (!operation.isActive()) {
      return;
    }
    if (breaks != null) {
      end(operation, LongOperation.Status.FAILED, breaks);
      return;
    }
    try {
      // Ended before its effect, which may ask whether anything is still under way.
      end(operation, LongOperation.Status.SUCCEEDED, null);
      effect(operation).accept(operation);
    } catch (OperationFailedException failed) {
      operation.markEnded(LongOperation.Status.FAILED, failed.failure(), site.now());
    }
  }

  private Consumer<LongOperation> effect(LongOperation operation) {
    return effects.getOrDefault(operation.type(), _ -> {});
  }

  private void end(
      LongOperation operation, LongOperation.Status outcome, LongOperation.@Nullable Failure why) {
    operation.markEnded(outcome, why, site.now());
    forgetLater(operation);
  }

  private void forgetLater(LongOperation operation) {
    site.runLater(retention, () -> byId.remove(operation.id()));
  }

  /** Ends an operation without its effect; false if it has ended already. */
  public boolean cancel(LongOperation operation) {
    boolean active = operation.isActive();
    if (active) {
      end(operation, LongOperation.Status.CANCELLED, null);
    }
    return active;
  }

  /** The one of this id, while it is remembered. */
  public Optional<LongOperation> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** All that are remembered, in the order in which they were accepted. */
  public Collection<LongOperation> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** What has not ended of what is done to something: where a cloud does one at a time, the one. */
  public Optional<LongOperation> active(String target) {
    return byId.values().stream()
        .filter(operation -> operation.isActive() && operation.target().equals(target))
        .findFirst();
  }

  /** All of them, to go on from at another time. */
  public ArrayNode save() {
    ArrayNode saved = JsonNodeFactory.instance.arrayNode();
    byId.values().forEach(operation -> saved.add(operation.save()));
    return saved;
  }

  /** Takes in those of another time; nothing moves yet. */
  public void load(JsonNode saved) {
    saved.forEach(
        one -> {
          LongOperation operation = LongOperation.load(one);
          byId.put(operation.id(), operation);
        });
  }

  /** Goes on with what was loaded; what was under way takes its whole time anew. */
  public void resume() {
    List<LongOperation> loaded = new ArrayList<>(byId.values());
    for (LongOperation operation : loaded) {
      if (operation.isActive()) {
        schedule(operation, null);
      } else {
        forgetLater(operation);
      }
    }
  }
}
