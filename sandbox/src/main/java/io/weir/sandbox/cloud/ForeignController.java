package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What stands for controllers of another project, which no sandbox has: it writes into objects of
 * their kinds what they would write once all is made in the cloud. What is there stays when its
 * object goes.
 */
public final class ForeignController implements RunningCloud.Controller {
  private static final int TRIES = 60;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /**
   * What is written into the objects of a kind. Either is called again for the same object.
   *
   * @param kind the kind
   * @param completion fills in what people leave to the controller, in a copy of the whole object;
   *     what it does to the status is lost
   * @param report of an object that is complete, what its status says
   */
  public record Role(
      GroupKind kind, Consumer<ObjectNode> completion, BiConsumer<ApiObject, ObjectNode> report) {

    /** Of a kind whose status nobody reads. */
    public Role(GroupKind kind, Consumer<ObjectNode> completion) {
      this(kind, completion, (_, _) -> {});
    }
  }

  private final KubeClient client;
  private final ExecutorService worker;
  private final List<Change.Subscription> subscriptions = new ArrayList<>();

  private ForeignController(KubeClient client) {
    this.client = client;
    this.worker = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("foreign").factory());
  }

  /** Begins. */
  public static ForeignController start(KubeCluster kube, List<Role> roles) {
    var controller = new ForeignController(kube.client());
    for (Role role : roles) {
      controller.subscriptions.add(
          kube.cache(role.kind()).subscribe(change -> controller.changed(role, change)));
    }
    return controller;
  }

  private void changed(Role role, Change change) {
    if (!(change instanceof Change.Deleted)) {
      submit(role, change.object().key());
    }
  }

  /** Does once for an object what a role says, after all that was begun before. */
  public void submit(Role role, ObjectKey key) {
    try {
      worker.execute(() -> reconcile(role, key));
    } catch (RejectedExecutionException closed) {
      // Nobody waits for it any more.
    }
  }

  /** Again, if others write at the same time, or the API server does not answer. */
  private void reconcile(Role role, ObjectKey key) {
    for (int i = 0; i < TRIES && !Thread.currentThread().isInterrupted(); i++) {
      try {
        Optional<ApiObject> now = client.get(role.kind(), key);
        if (now.isPresent() && !now.get().isDeleting()) {
          ApiObject complete = client.edit(now.get(), role.completion());
          ApiObject _ =
              client.editStatus(complete, status -> role.report().accept(complete, status));
        }
        return;
      } catch (KubeException passing) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
    worker.shutdownNow();
  }
}
