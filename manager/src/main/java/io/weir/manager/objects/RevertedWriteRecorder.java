package io.weir.manager.objects;

import io.weir.api.EventReasons;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;

/** Tells people, on the objects of the management cluster, that what Weir writes does not last. */
public final class RevertedWriteRecorder {

  private RevertedWriteRecorder() {}

  /** From now on, of all that this client and those made from it write. */
  public static void subscribe(KubeClient management, EventRecorder events) {
    management.onRevert(
        (object, how) -> {
          // One that is about to be created has nothing that an Event could be found by.
          if (!object.uid().isEmpty()) {
            events.warning(object, EventReasons.WRITE_REVERTED, "Write", how);
          }
        });
  }
}
