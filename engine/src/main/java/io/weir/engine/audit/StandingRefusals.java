package io.weir.engine.audit;

import io.weir.api.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Refusals that stand, one for each object of a kind, so that each is told when it begins or
 * changes and not at every look. Forgotten with the process, which tells those that stand anew;
 * whoever makes objects up cannot make it remember more than so many. Safe for all threads.
 */
public final class StandingRefusals {

  private static final int REMEMBERED = 10_000;

  private final Map<ObjectKey, AuditEvent> told =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, AuditEvent> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * What stands now.
   *
   * @param refusal empty if nothing is refused any more
   * @return the refusal if it is news
   */
  public synchronized Optional<AuditEvent> changed(ObjectKey key, Optional<AuditEvent> refusal) {
    if (refusal.isEmpty()) {
      told.remove(key);
      return Optional.empty();
    }
    AuditEvent before = told.put(key, refusal.get());
    return refusal.filter(now -> !now.equals(before));
  }
}
