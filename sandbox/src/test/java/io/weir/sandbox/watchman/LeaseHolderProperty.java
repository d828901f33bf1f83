package io.weir.sandbox.watchman;

import io.weir.api.ObjectKey;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import io.weir.sandbox.watchman.HistoryEvent.ManagerCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Only the holder of the lease writes. One that was taken over no more writes from the moment at
 * which the API server had answered its successor; what every replica may do is free: to seek the
 * lease, to tell people, to serve webhooks.
 */
public final class LeaseHolderProperty implements Property {

  private static final String LEASES = "leases.coordination.k8s.io";

  private static final String HOLDER = "/spec/holderIdentity";

  private static final Set<String> FREE =
      Set.of(
          LEASES,
          "events",
          "events.events.k8s.io",
          "customresourcedefinitions.apiextensions.k8s.io",
          "mutatingwebhookconfigurations.admissionregistration.k8s.io",
          "validatingwebhookconfigurations.admissionregistration.k8s.io");

  /** Who holds each lease, by the write that made it so; one that gave it back stays as that. */
  private final Map<ObjectKey, ApiWrite> holders = new HashMap<>();

  /** The lease that each manager writes. */
  private final Map<String, ObjectKey> leases = new HashMap<>();

  /** Where each manager writes. */
  private final Map<String, String> places = new HashMap<>();

  LeaseHolderProperty() {}

  @Override
  public String sentence() {
    return "only the manager that holds the lease writes";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    switch (event) {
      case ApiWrite write when write.isWeirs() && write.succeeded() -> {
        if (write.resource().equals(LEASES)) {
          leases.put(write.manager(), write.object());
          if (!holders.containsKey(write.object()) || changesHolder(write)) {
            holders.put(write.object(), write);
          }
        } else if (!isFree(write)) {
          if (!write.object().namespace().isEmpty()) {
            places.put(write.manager(), write.object().namespace());
          }
          judge(write, write.manager(), broken);
        }
      }
      case ManagerCall call -> judge(call, call.manager(), broken);
      default -> {}
    }
  }

  /** Whether every replica may write it. */
  static boolean isOfEveryReplica(String resource) {
    return FREE.contains(resource);
  }

  /** The certificates of webhooks are in Secrets beside the lease. */
  private boolean isFree(ApiWrite write) {
    ObjectKey lease = leases.get(write.manager());
    return isOfEveryReplica(write.resource())
        || (write.resource().equals("secrets")
            && (lease == null || lease.namespace().equals(write.object().namespace())));
  }

  /** What only renews it does not name the holder. */
  private static boolean changesHolder(ApiWrite write) {
    return write.verb().equals("create") || Bodies.has(write.body(), HOLDER);
  }

  private static boolean isGivenBack(ApiWrite write) {
    return Bodies.has(write.body(), HOLDER) && Bodies.text(write.body(), HOLDER).isEmpty();
  }

  private void judge(HistoryEvent deed, String manager, Consumer<Violation> broken) {
    ObjectKey lease = leases.get(manager);
    String place = places.getOrDefault(manager, "");
    if (lease == null) {
      broken.accept(new Violation(this, place, manager + " has never held a lease", List.of(deed)));
      return;
    }
    ApiWrite held = holders.get(lease);
    boolean others = !held.manager().equals(manager) || isGivenBack(held);
    if (others && held.answered().isBefore(deed.at())) {
      broken.accept(
          new Violation(
              this,
              place,
              "%s does not hold the lease %s any more".formatted(manager, lease),
              List.of(held, deed)));
    }
  }
}
