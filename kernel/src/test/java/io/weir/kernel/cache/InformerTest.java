package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.kernel.ScriptedServer;
import io.weir.kernel.cache.ObjectCache.SyncState;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.kube.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InformerTest {

  private static final GroupKind WIDGET = new GroupKind("test.weir.io", "Widget");
  private static final Resource WIDGETS =
      new Resource(WIDGET, "widgets", "v1", List.of("v1"), true, Map.of());
  private static final Optional<KindAvailability> SOUND =
      Optional.of(KindAvailability.healthy(WIDGETS));
  private static final Optional<KindAvailability> SHAKEN =
      Optional.of(new KindAvailability(WIDGETS, false, "its CRD is not established"));
  private static final Optional<KindAvailability> ENDING =
      Optional.of(new KindAvailability(WIDGETS, true, "its CRD is being deleted"));

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private ScriptedServer server;
  private Informer informer;
  private ObjectCache cache;

  @BeforeEach
  void start() throws Exception {
    server = new ScriptedServer(RequestListener.NONE);
    informer =
        new Informer(
            server.http(),
            WIDGET,
            ObjectSelector.everything(),
            FieldPruning.of(),
            WatchSettings.defaults(),
            () -> received.add("recovered"));
    cache = informer.cache();
    var _ =
        cache.subscribe(
            change ->
                received.add(change.getClass().getSimpleName() + " " + change.object().name()));
  }

  @AfterEach
  void stop() {
    informer.stop();
    server.close();
  }

  private void list(int version, String... names) {
    var items =
        List.of(names).stream()
            .map(
                name ->
                    "{'metadata':{'namespace':'ns','name':'%s','resourceVersion':'1'}}"
                        .formatted(name))
            .toList();
    server.respond(
        200,
        "{'metadata':{'resourceVersion':'%d'},'items':[%s]}"
            .formatted(version, String.join(",", items)));
    server.respondThenHang("");
  }

  private String next() throws InterruptedException {
    return received.poll(1, TimeUnit.MINUTES);
  }

  @Test
  void troubleOfTheCrdKeepsTheObjectsInDoubtUntilANewListAndOnlyItsEndIsTheirs() throws Exception {
    list(7, "a");
    informer.updateAvailability(SOUND);
    assertThat(next()).isEqualTo("Added a");
    assertThat(cache.syncState()).isEqualTo(SyncState.SYNCED);
    server.awaitResponsesTaken();

    for (Optional<KindAvailability> trouble : List.of(SHAKEN, ENDING)) {
      informer.updateAvailability(trouble);
      assertThat(cache.syncState()).isEqualTo(SyncState.UNRELIABLE);
      assertThat(cache.isSynced()).isFalse();
      assertThat(informer.problem()).isEqualTo(trouble.orElseThrow().problem());
      assertThat(cache.list()).hasSize(1);
    }
    list(9, "a", "b");
    informer.updateAvailability(SOUND);
    assertThat(next()).isEqualTo("Added b");
    assertThat(cache.syncState()).isEqualTo(SyncState.SYNCED);
    assertThat(informer.problem()).isEmpty();
    informer.updateAvailability(Optional.empty());

    assertThat(List.of(next(), next())).containsExactlyInAnyOrder("Deleted a", "Deleted b");
    assertThat(cache.syncState()).isEqualTo(SyncState.NOT_INSTALLED);
    assertThat(cache.isSynced()).isTrue();
  }

  @Test
  void aWatchThatWorksAgainAfterTroubleIsTold() throws Exception {
    server.respond(503, "no");
    list(7, "a");

    informer.updateAvailability(SOUND);

    assertThat(List.of(next(), next())).containsExactly("Added a", "recovered");
  }

  @Test
  void stopsAlsoWhileASubscriberLearnsOfTheKind() throws Exception {
    list(7, "a");
    var stopping =
        new Informer(
            server.http(),
            WIDGET,
            ObjectSelector.everything(),
            FieldPruning.of(),
            WatchSettings.defaults(),
            () -> {});
    var _ = stopping.cache().subscribe(_ -> learnOfTheKindWhenStopped(stopping));
    stopping.updateAvailability(SOUND);
    assertThat(next()).isEqualTo("notified");

    assertThat(CompletableFuture.runAsync(stopping::stop)).succeedsWithin(Duration.ofMinutes(1));
    assertThat(next()).isEqualTo("learned");
  }

  /** A stop interrupts the watch, which is when this goes on. */
  private void learnOfTheKindWhenStopped(Informer stopping) {
    received.add("notified");
    try {
      Thread.sleep(Duration.ofMinutes(5));
    } catch (InterruptedException stopped) {
      stopping.updateAvailability(SHAKEN);
      received.add("learned");
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aKindWhoseCrdIsNotYetEstablishedIsNotAbsent() {
    informer.updateAvailability(Optional.empty());

    informer.updateAvailability(SHAKEN);

    assertThat(cache.isSynced()).isFalse();
    assertThat(cache.syncState()).isEqualTo(SyncState.UNRELIABLE);
  }

  @Test
  void aKindIsNotTakenForAbsentBeforeAllCrdsAreKnown() throws Exception {
    try (var informers = Informers.ofAllKinds(server.http(), WatchSettings.defaults())) {
      informers.followCrds();
      ObjectCache widgets = informers.cache(WIDGET);
      assertThat(widgets.syncState()).isEqualTo(SyncState.UNKNOWN);
      assertThat(widgets.isSynced()).isFalse();

      list(7);

      assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();
      assertThat(widgets.syncState()).isEqualTo(SyncState.NOT_INSTALLED);
      assertThat(informers.cache(new GroupKind("test.weir.io", "Late")).isSynced()).isTrue();
    }
  }

  @Test
  void aKindThatWasNotInstalledIsInDoubtUntilTheCrdsAreListedAnew() throws Exception {
    try (var informers = Informers.ofAllKinds(server.http(), WatchSettings.defaults())) {
      informers.followCrds();
      ObjectCache widgets = informers.cache(WIDGET);
      list(7);
      assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();
      server.awaitResponsesTaken();

      informers.listAnew(System.nanoTime());

      assertThat(widgets.isSynced()).isFalse();
      list(9);
      assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();
      assertThat(widgets.syncState()).isEqualTo(SyncState.NOT_INSTALLED);
    }
  }

  @Test
  void whatWasListedAfterwardsIsNotListedAnew() throws Exception {
    long before = System.nanoTime();
    try (var informers = Informers.ofAllKinds(server.http(), WatchSettings.defaults())) {
      informers.followCrds();
      ObjectCache widgets = informers.cache(WIDGET);
      list(7);
      assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();

      informers.listAnew(before);

      assertThat(widgets.isSynced()).isTrue();
    }
  }
}
