package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.manager.objects.SecretRetention;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The Secrets that hold the credentials of scopes. Providers read them with every call, so each is
 * watched while a pool lives by it, and whoever lives by it is told when it holds something else
 * than was read last. A Secret often goes together with its pools, with a file or a namespace; what
 * it held last serves until those that are being deleted are gone.
 */
public final class WatchedCredentials implements SecretReader {

  private final ReferencedSecrets secrets;
  private final List<Users> users = new CopyOnWriteArrayList<>();

  /** The data that was read last, or of which users were told since; empty for no Secret. */
  private final Map<ObjectKey, Optional<JsonNode>> known = new ConcurrentHashMap<>();

  /** Each as it was when it was last there. */
  private final Map<ObjectKey, ApiObject> lastSeen = new ConcurrentHashMap<>();

  /** The pools of one kind. */
  interface Users {

    /** Whether one of them lives by the Secret. */
    boolean isUsed(ObjectKey secret);

    /** Whether one that lives by it is being deleted. */
    boolean isUsedByDeletingPool(ObjectKey secret);

    /** Calls are made with other credentials from now on, or with none. Must not block. */
    void credentialsChanged(ObjectKey secret);
  }

  /**
   * Keys in Secrets of the management cluster.
   *
   * @param labelled the Secrets that carry a cluster's label, which are in memory anyway
   */
  public WatchedCredentials(KubeCluster management, ObjectCache labelled) {
    this.secrets =
        new ReferencedSecrets(
            labelled, management.informers(), management.client(), this::needed, this::changed);
    Change.Subscription _ = labelled.subscribe(this::changed);
  }

  void addUsers(Users kind) {
    users.add(kind);
  }

  @Override
  public Optional<ApiObject> find(ObjectKey key) throws ProviderException.Transient {
    try {
      Optional<ApiObject> now = served(key, secrets.find(key));
      // Noted first and read again: a change in between is seen here, a later one is told.
      while (!data(now).equals(known.put(key, data(now)))) {
        now = served(key, secrets.find(key));
      }
      return now;
    } catch (KubeException unread) {
      throw new ProviderException.Transient(
          "cannot read Secret %s: %s".formatted(key, unread.getMessage()), unread);
    }
  }

  /**
   * A pool that lives by the Secret is being deleted: see whether that brings the last one back.
   */
  void recheck(ObjectKey key) {
    if (known.containsKey(key)) {
      compare(key, secrets.find(key));
    }
  }

  /** Ends the watches that nobody needs any more; to be called with every pass. */
  void stopUnusedWatches() {
    secrets.stopUnusedWatches();
    known.keySet().removeIf(key -> !needed(key));
    lastSeen.keySet().removeIf(key -> !needed(key));
  }

  private void changed(Change change) {
    compare(
        change.key(),
        change instanceof Change.Deleted ? Optional.empty() : Optional.of(change.object()));
  }

  private void compare(ObjectKey key, Optional<ApiObject> now) {
    Optional<JsonNode> before = known.get(key);
    if (before == null) {
      return;
    }
    Optional<JsonNode> data = data(served(key, now));
    if (!data.equals(before) && known.replace(key, before, data)) {
      users.stream().filter(kind -> kind.isUsed(key)).forEach(kind -> kind.credentialsChanged(key));
    }
  }

  private Optional<ApiObject> served(ObjectKey key, Optional<ApiObject> now) {
    now.filter(secret -> !SecretRetention.isTrimmed(secret))
        .ifPresent(secret -> lastSeen.put(key, secret));
    return now.isEmpty() && users.stream().anyMatch(kind -> kind.isUsedByDeletingPool(key))
        ? Optional.ofNullable(lastSeen.get(key))
        : now;
  }

  private boolean needed(ObjectKey key) {
    return users.stream().anyMatch(kind -> kind.isUsed(key));
  }

  private static Optional<JsonNode> data(Optional<ApiObject> secret) {
    return secret.map(found -> found.at("/data"));
  }
}
