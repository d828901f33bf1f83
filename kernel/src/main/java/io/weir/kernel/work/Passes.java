package io.weir.kernel.work;

import io.weir.api.ObjectKey;
import io.weir.api.retry.BackOff;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.PassListener.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs single passes and turns their end into the key's next one. */
final class Passes {

  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final String name;
  private final Reconciler reconciler;
  private final WorkQueue<ObjectKey> queue;
  private final BackOff pauses;
  private final PassListener listener;
  private final Complaints complaints;

  Passes(
      String name,
      Reconciler reconciler,
      WorkQueue<ObjectKey> queue,
      BackOff pauses,
      PassListener listener) {
    this.name = name;
    this.reconciler = reconciler;
    this.queue = queue;
    this.pauses = pauses;
    this.listener = listener;
    this.complaints = new Complaints(name);
  }

  /** Runs one pass to its end; throws nothing. */
  void run(WorkQueue.Taken<ObjectKey> taken) {
    ObjectKey key = taken.key();
    long begun = System.nanoTime();
    Outcome outcome;
    try {
      outcome = attempt(key);
    } finally {
      queue.done(key);
    }
    try {
      listener.passed(
          name, key, outcome, taken.waited(), Duration.ofNanos(System.nanoTime() - begun));
    } catch (RuntimeException | Error fault) {
      LOG.error("{} {}: could not count the reconciliation", name, key, fault);
    }
  }

  @SuppressWarnings("CatchingUnchecked") // whatever a pass throws, the worker goes on
  private Outcome attempt(ObjectKey key) {
    try {
      return settle(key, reconciler.reconcile(key));
    } catch (KubeException.Conflict changed) {
      queue.retry(key, BackOffs.CONFLICT);
      return Outcome.CONFLICT;
    } catch (KubeException.TooMany slow) {
      complaints.refused(key, String.valueOf(slow.getMessage()));
      queue.retry(key, slower(slow.retryAfter()));
      return Outcome.FAILED;
    } catch (KubeException refused) {
      complaints.refused(key, String.valueOf(refused.getMessage()));
      queue.retry(key, pauses);
      return Outcome.FAILED;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      queue.retry(key, pauses);
      return Outcome.FAILED;
    } catch (Exception | Error failure) {
      complaints.unexpected(key, failure);
      queue.retry(key, pauses);
      return Outcome.FAILED;
    }
  }

  private Outcome settle(ObjectKey key, Requeue next) {
    return switch (next) {
      case Requeue.Done() -> {
        succeeded(key);
        yield Outcome.DONE;
      }
      case Requeue.After(var delay) -> {
        succeeded(key);
        queue.addAfter(key, delay);
        yield Outcome.AFTER;
      }
      case Requeue.Backoff(var why) -> {
        complaints.expected(key, why);
        queue.retry(key, pauses);
        yield Outcome.BACKOFF;
      }
      case Requeue.Slowly(var why, var slower) -> {
        complaints.expected(key, why);
        queue.retry(key, slower);
        yield Outcome.BACKOFF;
      }
    };
  }

  private void succeeded(ObjectKey key) {
    queue.forget(key);
    complaints.resolved(key);
  }

  private BackOff slower(Duration asked) {
    return asked.compareTo(pauses.first()) <= 0
        ? pauses
        : BackOffs.between(asked, asked.compareTo(pauses.longest()) > 0 ? asked : pauses.longest());
  }
}
