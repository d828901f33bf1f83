package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.ResourceVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Answers to our own writes that the watch has not reached yet. A watch of one kind comes in the
 * order of resourceVersions, so the watch has passed an answer when it has shown any version that
 * is as high: whatever became of the object since, even its removal, has been seen by then. For the
 * same reason an answer that arrives after the watch has passed it is not taken at all. An answer
 * whose version is no number is never laid over.
 *
 * <p>Changes are made under the lock of the cache; reads need none.
 */
final class WriteOverlay {

  /** An answer; {@code round} says during or before which list it came. */
  private record UnseenWrite(ApiObject object, long version, long round) {}

  private final Map<ObjectKey, UnseenWrite> unseen = new ConcurrentHashMap<>();
  private long reached = -1;
  private long round;

  Optional<ApiObject> get(ObjectKey key) {
    UnseenWrite found = unseen.get(key);
    return found == null ? Optional.empty() : Optional.of(found.object());
  }

  boolean isEmpty() {
    return unseen.isEmpty();
  }

  List<ApiObject> objects() {
    return unseen.values().stream().map(UnseenWrite::object).toList();
  }

  /** Whether the answer is ahead of the watch and of all other answers for the object. */
  boolean add(ApiObject answer) {
    long version = ResourceVersions.parse(answer.resourceVersion());
    if (version <= reached) {
      return false;
    }
    UnseenWrite other = unseen.get(answer.key());
    if (other != null && other.version() >= version) {
      return false;
    }
    unseen.put(answer.key(), new UnseenWrite(answer, version, round));
    return true;
  }

  /** The watch has shown this version; names the objects whose answers it has passed. */
  List<ObjectKey> advanceTo(String resourceVersion) {
    reached = Math.max(reached, ResourceVersions.parse(resourceVersion));
    return removeWhere(answer -> answer.version() <= reached);
  }

  /** A list is about to be asked for; it will show whatever was answered until now. */
  void beginList() {
    round++;
  }

  /**
   * A list begins a new history, which may even be an older one (a restored server): answers from
   * before it was asked for are over whatever their version, for it has shown what became of them.
   */
  List<ObjectKey> resetTo(String resourceVersion) {
    reached = ResourceVersions.parse(resourceVersion);
    return removeWhere(answer -> answer.round() < round || answer.version() <= reached);
  }

  private List<ObjectKey> removeWhere(Predicate<UnseenWrite> which) {
    if (unseen.isEmpty()) {
      return List.of();
    }
    var over = new ArrayList<ObjectKey>();
    unseen.forEach(
        (key, answer) -> {
          if (which.test(answer)) {
            over.add(key);
          }
        });
    return over;
  }

  void remove(ObjectKey key) {
    unseen.remove(key);
  }
}
