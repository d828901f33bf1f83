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
public final class Live {
  /** How often the cloud is looked at, which tells nobody of its changes. */
  private static final Duration GLANCE = Duration.ofMillis(500);

  /** What comes within this time is drawn together. */
  private static final Duration TOGETHER = Duration.ofMillis(80);

  private final Sandbox sandbox;
  private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();
  private final Scene scene = new Scene();
  private final Instant since = Instant.now();
  private final List<CloudNews> clouds;
  private final ManagerCare manager;

  /** A view that knows nothing yet. */
  public Live(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.clouds = sandbox.clouds().stream().map(CloudNews::new).toList();
    this.manager = new ManagerCare(sandbox, happenings::add);
  }

  /** Something else that a person should see. For any thread. */
  public void tell(String about, String what) {
    happenings.add(new Happening.Told(News.plain(Instant.now(), about, what)));
  }

  /**
   * Shows it on a terminal, or in lines where there is none, until it is stopped.
   *
   * @throws IOException when the manager cannot be kept running
   */
  public void show(Optional<Terminal> terminal, Transcript transcript, Title title)
      throws IOException, InterruptedException {
    Viewer viewer =
        terminal.<Viewer>map(t -> (now, _) -> t.draw(now, title)).orElse(new Lines(transcript));
    sandbox.closeFirst(() -> happenings.add(new Happening.Stopping()));
    terminal.ifPresent(sandbox::closeFirst);
    try (var _ = Watching.begin(sandbox, happenings::add)) {
      while (!sandbox.closed()) {
        List<Happening> batch = batch();
        if (batch.contains(new Happening.Stopping())) {
          return;
        }
        viewer.show(scene, takeIn(batch));
      }
    } finally {
      terminal.ifPresent(Terminal::close);
    }
  }

  private List<Happening> batch() throws InterruptedException {
    var batch = new ArrayList<Happening>();
    Happening first = happenings.poll(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
    long end = System.nanoTime() + TOGETHER.toNanos();
    Happening next = first;
    while (next != null) {
      batch.add(next);
      next = happenings.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return batch;
  }

  private List<News> takeIn(List<Happening> batch) throws IOException {
    Instant now = Instant.now();
    var news = new ArrayList<News>();
    clouds.forEach(cloud -> cloud.latest().forEach(one -> news.addAll(scene.tell(one))));
    news.addAll(
        scene.instances(
            sandbox.clouds().stream().flatMap(cloud -> cloud.instances().stream()).toList(), now));
    for (Happening happening : batch) {
      news.addAll(takeIn(happening, now));
    }
    news.addAll(scene.failures(sandbox.fleet().failures(), now));
    return news;
  }

  private List<News> takeIn(Happening happening, Instant now) throws IOException {
    return switch (happening) {
      case Happening.Pool(PoolRow pool) -> {
        // Whoever shows news shows the pool's numbers too, its phase among them.
        List<News> _ = scene.pool(pool, now);
        yield List.of();
      }
      case Happening.PoolGone(PoolRow pool) -> scene.poolGone(pool, now);
      case Happening.Node(NodeRow node) -> scene.node(node, now);
      case Happening.NodeGone(String name) -> scene.nodeGone(name, now);
      case Happening.Event(var event) ->
          EventNews.of(event, since).map(scene::tell).orElse(List.of());
      case Happening.Told(News one) -> scene.tell(one);
      case Happening.ManagerEnded _ ->
          sandbox.closed() ? List.of() : scene.tell(manager.restart(now));
      case Happening.Stopping _ -> List.of();
    };
  }
}
