package io.weir.kernel.work;

import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.PassListener.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs single passes and turns their end into the key's next one. */
final class PassRunner {

  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final String name;
  private final Reconciler reconciler;
  private final WorkQueue<ObjectKey> queue;
  private final Backoff retryBackoff;
  private volatile PassListener listener = PassListener.NONE;
  private final FailureLog failureLog;

  PassRunner(String name, Reconciler reconciler, WorkQueue<ObjectKey> queue, Backoff pauses) {
    this.name = name;
    this.reconciler = reconciler;
    this.queue = queue;
    this.retryBackoff = pauses;
    this.failureLog = new FailureLog(name);
  }

  /** From now on tells of each pass. */
  void tell(PassListener passListener) {
    listener = passListener;
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
      listener.passEnded(
          name, key, outcome, taken.waited(), Duration.ofNanos(System.nanoTime() - begun));
    } catch (RuntimeException | Error fault) {
      LOG.error("{} {}: could not count the reconciliation", name, key, fault);
    }
  }

  @SuppressWarnings("CatchingUnchecked") // whatever a pass throws, the worker goes on
  private Outcome attempt(ObjectKey key) {
    try {
      return requeue(key, reconciler.reconcile(key));
    } catch (KubeException.Conflict changed) {
      queue.retry(key, RetryBackoffs.CONFLICT);
      return Outcome.CONFLICT;
    } catch (KubeException.TooManyRequests slow) {
      failureLog.logRefusal(key, String.valueOf(slow.getMessage()));
      queue.retry(key, backoffFrom(slow.retryAfter()));
      return Outcome.FAILED;
    } catch (KubeException.Reverted undone) {
      failureLog.logRefusal(key, String.valueOf(undone.getMessage()));
      queue.addAfter(key, undone.retryAfter());
      return Outcome.BACKED_OFF;
    } catch (KubeException refused) {
      failureLog.logRefusal(key, String.valueOf(refused.getMessage()));
      queue.retry(key, retryBackoff);
      return Outcome.FAILED;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      queue.retry(key, retryBackoff);
      return Outcome.FAILED;
    } catch (Exception | Error failure) {
      failureLog.logUnexpected(key, failure);
      queue.retry(key, retryBackoff);
      return Outcome.FAILED;
    }
  }

  private Outcome requeue(ObjectKey key, Requeue next) {
    return switch (next) {
      case Requeue.Done() -> {
        succeeded(key);
        yield Outcome.DONE;
      }
      case Requeue.After(var delay) -> {
        succeeded(key);
        queue.addAfter(key, delay);
        yield Outcome.REQUEUED_AFTER;
      }
      case Requeue.DefaultBackoff(var why) -> {
        failureLog.logRetry(key, why);
        queue.retry(key, retryBackoff);
        yield Outcome.BACKED_OFF;
      }
      case Requeue.CustomBackoff(var why, var slower) -> {
        failureLog.logRetry(key, why);
        queue.retry(key, slower);
        yield Outcome.BACKED_OFF;
      }
    };
  }

  private void succeeded(ObjectKey key) {
    queue.forget(key);
    failureLog.logResolved(key);
  }

  private Backoff backoffFrom(Duration asked) {
    return asked.compareTo(retryBackoff.first()) <= 0
        ? retryBackoff
        : RetryBackoffs.between(
            asked, asked.compareTo(retryBackoff.longest()) > 0 ? asked : retryBackoff.longest());
  }
}
