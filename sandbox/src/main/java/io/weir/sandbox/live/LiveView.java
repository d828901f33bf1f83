package io.weir.sandbox.live;

import io.weir.sandbox.Sandbox;
import io.weir.sandbox.live.screen.Terminal;
import io.weir.sandbox.once.Transcript;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Shows a running sandbox until it is stopped. */
public final class LiveView {
  /** How often the cloud is looked at, which tells nobody of its changes. */
  private static final Duration GLANCE = Duration.ofMillis(500);

  /** What comes within this time is drawn together. */
  private static final Duration TOGETHER = Duration.ofMillis(80);

  private final Sandbox sandbox;
  private final BlockingQueue<ViewEvent> events = new LinkedBlockingQueue<>();
  private final ScreenModel screenModel = new ScreenModel();
  private final Instant since = Instant.now();
  private final List<CloudActivityReader> clouds;
  private final ManagerRestarter manager;

  /** A view that knows nothing yet. */
  public LiveView(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.clouds = sandbox.clouds().stream().map(CloudActivityReader::new).toList();
    this.manager = new ManagerRestarter(sandbox, events::add);
  }

  /** Something else that a person should see. For any thread. */
  public void addActivity(String about, String what) {
    events.add(new ViewEvent.ActivityAdded(ActivityEntry.plain(Instant.now(), about, what)));
  }

  /**
   * Shows it on a terminal, or in lines where there is none, until it is stopped.
   *
   * @throws IOException when the manager cannot be kept running
   */
  public void show(Optional<Terminal> terminal, Transcript transcript, ScreenHeader screenHeader)
      throws IOException, InterruptedException {
    ScreenOutput screenOutput =
        terminal
            .<ScreenOutput>map(t -> (now, _) -> t.draw(now, screenHeader))
            .orElse(new LineOutput(transcript));
    sandbox.addToCloseFirst(() -> events.add(new ViewEvent.Stopping()));
    terminal.ifPresent(sandbox::addToCloseFirst);
    try (var _ = ClusterWatches.start(sandbox, events::add)) {
      while (!sandbox.isClosed()) {
        List<ViewEvent> batch = batch();
        if (batch.contains(new ViewEvent.Stopping())) {
          return;
        }
        screenOutput.show(screenModel, takeIn(batch));
      }
    } finally {
      terminal.ifPresent(Terminal::close);
    }
  }

  private List<ViewEvent> batch() throws InterruptedException {
    var batch = new ArrayList<ViewEvent>();
    ViewEvent first = events.poll(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
    long end = System.nanoTime() + TOGETHER.toNanos();
    ViewEvent next = first;
    while (next != null) {
      batch.add(next);
      next = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return batch;
  }

  private List<ActivityEntry> takeIn(List<ViewEvent> batch) throws IOException {
    Instant now = Instant.now();
    var activity = new ArrayList<ActivityEntry>();
    clouds.forEach(
        cloud -> cloud.latest().forEach(one -> activity.addAll(screenModel.addNews(one))));
    activity.addAll(
        screenModel.instances(
            sandbox.clouds().stream().flatMap(cloud -> cloud.instances().stream()).toList(), now));
    for (ViewEvent viewEvent : batch) {
      activity.addAll(takeIn(viewEvent, now));
    }
    activity.addAll(screenModel.updateFailures(sandbox.fleet().joinFailures(), now));
    return activity;
  }

  private List<ActivityEntry> takeIn(ViewEvent viewEvent, Instant now) throws IOException {
    return switch (viewEvent) {
      case ViewEvent.PoolChanged(PoolRow pool) -> {
        // Whoever shows an entry shows the pool's numbers too, its phase among them.
        List<ActivityEntry> _ = screenModel.updatePool(pool, now);
        yield List.of();
      }
      case ViewEvent.PoolGone(PoolRow pool) -> screenModel.removePool(pool, now);
      case ViewEvent.NodeChanged(NodeRow node) -> screenModel.node(node, now);
      case ViewEvent.NodeGone(String name) -> screenModel.removeNode(name, now);
      case ViewEvent.KubernetesEvent(var event) ->
          EventActivityReader.of(event, since).map(screenModel::addNews).orElse(List.of());
      case ViewEvent.ActivityAdded(ActivityEntry one) -> screenModel.addNews(one);
      case ViewEvent.ManagerEnded _ ->
          sandbox.isClosed() ? List.of() : screenModel.addNews(manager.restart(now));
      case ViewEvent.Stopping _ -> List.of();
    };
  }
}
