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
    LongOperation operation = add(type, target, input, duration);
    schedule(operation, duration);
    return operation;
  }

  /**
   * Begins an operation of which nobody knows how long it takes: it runs at once, and ends with
   * {@link #succeed}, {@link #fail} or {@link #cancel}.
   */
  public LongOperation begin(String type, String target, JsonNode input) {
    LongOperation operation = add(type, target, input, null);
    operation.markRunning();
    return operation;
  }

  private LongOperation add(
      String type, String target, JsonNode input, @Nullable Duration duration) {
    boolean breaks =
        site.faults()
            .takeMatching(EnumSet.of(CloudFault.Kind.FAILED_OPERATION), type, target)
            .isPresent();
    var operation =
        new LongOperation(
            site.ids().nextUuid(),
            type,
            target,
            input,
            duration,
            site.now(),
            breaks ? failure : null);
    byId.put(operation.id(), operation);
    return operation;
  }

  /** Ends one that has had its effect; false if it has ended already, or fails after all. */
  public boolean succeed(LongOperation operation) {
    if (!operation.isActive()) {
      return false;
    }
    boolean flawless = operation.flaw().isEmpty();
    end(
        operation,
        flawless ? LongOperation.Status.SUCCEEDED : LongOperation.Status.FAILED,
        operation.flaw().orElse(null));
    return flawless;
  }

  /** Ends one that cannot be done. */
  public void fail(LongOperation operation, LongOperation.Failure why) {
    if (operation.isActive()) {
      end(operation, LongOperation.Status.FAILED, why);
    }
  }

  private void schedule(LongOperation operation, Duration duration) {
    Duration first = duration.dividedBy(BEGINS_AFTER);
    site.runLater(
        first,
        () -> {
          if (operation.isActive()) {
            operation.markRunning();
            site.runLater(duration.minus(first), () -> finish(operation));
          }
        });
  }

  private void finish(LongOperation operation) {
    if (!operation.isActive()) {
      return;
    }
    try {
      // Ended before its effect, which may ask whether anything is still under way.
      if (succeed(operation)) {
        effect(operation).accept(operation);
      }
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
    return cancel(operation, null);
  }

  /** The same with what people are told. */
  public boolean cancel(LongOperation operation, LongOperation.@Nullable Failure why) {
    boolean active = operation.isActive();
    if (active) {
      end(operation, LongOperation.Status.CANCELLED, why);
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
        operation.duration().ifPresent(duration -> schedule(operation, duration));
      } else {
        forgetLater(operation);
      }
    }
  }
}
