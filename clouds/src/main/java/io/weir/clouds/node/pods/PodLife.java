package io.weir.clouds.node.pods;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One pod on its node, from the first that is known of it until it is gone. */
final class PodLife {
  private static final String PROGRAM = "kubelet";

  private final ApiClient client;
  private final Host host;
  private final String hostAddress;
  private final Duration retry;

  /** What becomes known of the pod; empty when it is gone. */
  private final BlockingQueue<Optional<Pod>> news = new LinkedBlockingQueue<>();

  /**
   * @param client asks as the node
   * @param retry the pause before what failed is tried again
   */
  PodLife(ApiClient client, Host host, String hostAddress, Duration retry) {
    this.client = client;
    this.host = host;
    this.hostAddress = hostAddress;
    this.retry = retry;
  }

  void see(Pod pod) {
    news.add(Optional.of(pod));
  }

  void end() {
    news.add(Optional.empty());
  }

  /** Runs until the pod is gone. */
  void run() throws InterruptedException {
    Instant seen = Instant.now();
    Instant stopping = null;
    Optional<Pod> latest = news.take();
    while (latest.isPresent()) {
      Pod pod = latest.get();
      Instant now = Instant.now();
      if (stopping == null && pod.gracePeriod().isPresent()) {
        stopping = now;
      }
      latest =
          switch (PodPlanner.next(pod, now, seen, Optional.ofNullable(stopping))) {
            case PodStep.Rest() -> newer(pod, news.take());
            case PodStep.Wait(Duration time) -> await(pod, time);
            case PodStep.ReportRunning() ->
                report(pod, PodStatus.running(pod, hostAddress, now), "runs");
            case PodStep.ReportSucceeded() ->
                report(pod, PodStatus.succeeded(pod, now), "has succeeded");
            case PodStep.Remove() -> remove(pod);
          };
    }
  }

  private Optional<Pod> await(Pod pod, Duration time) throws InterruptedException {
    Optional<Pod> heard = news.poll(time.toNanos(), TimeUnit.NANOSECONDS);
    return heard == null ? Optional.of(pod) : newer(pod, heard);
  }

  /** What was under way while the pod was written is older than the answer. */
  private static Optional<Pod> newer(Pod pod, Optional<Pod> heard) {
    return heard.map(other -> other.version() < pod.version() ? pod : other);
  }

  private Optional<Pod> report(Pod pod, ObjectNode patch, String done) throws InterruptedException {
    try {
      Pod written = Pod.of(client.patch(pod.path() + "/status", patch));
      host.log(PROGRAM, "pod " + pod.namespace() + "/" + pod.name() + " " + done);
      return Optional.of(written);
    } catch (ApiException | IOException e) {
      host.log(PROGRAM, "cannot update the status of pod " + pod.name() + ": " + e.getMessage());
      return await(pod, retry);
    }
  }

  private Optional<Pod> remove(Pod pod) throws InterruptedException {
    ObjectNode options = JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0);
    options.putObject("preconditions").put("uid", pod.uid());
    try {
      client.delete(pod.path(), options);
      host.log(PROGRAM, "pod " + pod.namespace() + "/" + pod.name() + " is gone");
      return Optional.empty();
    } catch (ApiException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      return awaitAfter(pod, e);
    } catch (IOException e) {
      return awaitAfter(pod, e);
    }
  }

  private Optional<Pod> awaitAfter(Pod pod, Exception failure) throws InterruptedException {
    host.log(PROGRAM, "cannot delete pod " + pod.name() + ": " + failure.getMessage());
    return await(pod, retry);
  }
}
