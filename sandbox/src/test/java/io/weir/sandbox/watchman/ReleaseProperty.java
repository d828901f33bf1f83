package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import io.weir.sandbox.watchman.HistoryEvent.CloudLeftovers;
import io.weir.sandbox.watchman.HistoryEvent.ObjectGone;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Once Weir has taken its finalizer off an infrastructure pool, the cloud has nothing of its name.
 * One that somebody else released is theirs; so is what nobody made while a cloud was followed, and
 * what another pool of that name may have.
 */
public final class ReleaseProperty implements Property {

  private static final String GROUP = "infrastructure.cluster.x-k8s.io";

  /** The last write to each infrastructure pool. */
  private final Map<ObjectKey, ApiWrite> lastWrites = new HashMap<>();

  private final Map<ObjectKey, ObjectGone> released = new HashMap<>();
  private final Set<ObjectKey> existing = new HashSet<>();
  private final Set<String> created = new HashSet<>();

  ReleaseProperty() {}

  @Override
  public String sentence() {
    return "once Weir has released a pool, the cloud has nothing of its name";
  }

  /** Whether an object is a pool of a cloud. */
  static boolean isPool(ApiObject object) {
    return object.groupKind().group().equals(GROUP)
        && object.groupKind().kind().endsWith("MachinePool");
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    switch (event) {
      case ApiWrite write
          when write.succeeded() && write.resource().endsWith("machinepools." + GROUP) ->
          lastWrites.put(write.object(), write);
      case CloudCall call when call.action().startsWith("Create") -> created.add(call.resource());
      case ObjectSeen seen when isPool(seen.object()) -> {
        released.remove(seen.object().key());
        existing.add(seen.object().key());
      }
      case ObjectGone gone when isPool(gone.object()) -> {
        existing.remove(gone.object().key());
        ApiWrite last = lastWrites.get(gone.object().key());
        if (last != null && last.isWeirs()) {
          released.put(gone.object().key(), gone);
        }
      }
      case CloudLeftovers leftovers when !leftovers.left().isEmpty() -> judge(leftovers, broken);
      default -> {}
    }
  }

  private void judge(CloudLeftovers leftovers, Consumer<Violation> broken) {
    ObjectGone gone = released.remove(leftovers.pool());
    String name = leftovers.pool().name();
    if (gone == null || !created.contains(name) || isAnothers(leftovers)) {
      return;
    }
    broken.accept(
        new Violation(
            this,
            leftovers.pool().namespace(),
            "%s left %s".formatted(gone.object(), leftovers.left()),
            List.of(lastWrites.get(leftovers.pool()), gone, leftovers)));
  }

  /** Where a cloud is that of all namespaces. */
  private boolean isAnothers(CloudLeftovers leftovers) {
    return leftovers.cloud().isEmpty()
        && existing.stream().anyMatch(other -> other.name().equals(leftovers.pool().name()));
  }
}
