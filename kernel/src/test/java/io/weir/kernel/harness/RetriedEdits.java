package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What people change while controllers write the same objects: whatever loses against such a write
 * is done again on the object as it then is, as {@code kubectl edit} has its user do.
 */
public final class RetriedEdits {

  private static final int TRIES = 50;

  private RetriedEdits() {}

  /** Changes the object without its status, as it is now. */
  public static ApiObject edit(
      KubeClient client, GroupKind kind, ObjectKey key, Consumer<ObjectNode> change) {
    return edit(client, client.get(kind, key).orElseThrow(), change);
  }

  /** Changes the object without its status. */
  public static ApiObject edit(KubeClient client, ApiObject seen, Consumer<ObjectNode> change) {
    return repeated(client, seen, object -> client.edit(object, change));
  }

  /** Changes the object's status. */
  public static ApiObject editStatus(
      KubeClient client, ApiObject seen, Consumer<ObjectNode> change) {
    return repeated(client, seen, object -> client.editStatus(object, change));
  }

  private static ApiObject repeated(
      KubeClient client, ApiObject seen, UnaryOperator<ApiObject> write) {
    ApiObject latest = seen;
    for (int i = 1; ; i++) {
      try {
        return write.apply(latest);
      } catch (KubeException.Conflict conflict) {
        if (i == TRIES) {
          throw conflict;
        }
        latest = client.get(seen.groupKind(), seen.key()).orElseThrow();
      }
    }
  }
}
