package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.kernel.ScriptedServer;
import io.weir.kernel.cache.ObjectCache.Filling;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.kube.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InformerTest {

  private static final GroupKind WIDGET = new GroupKind("test.weir.io", "Widget");
  private static final Resource WIDGETS =
      new Resource(WIDGET, "widgets", "v1", List.of("v1"), true, Map.of());
  private static final Optional<Offer> SOUND = Optional.of(Offer.sound(WIDGETS));
  private static final Optional<Offer> SHAKEN =
      Optional.of(new Offer(WIDGETS, false, "its CRD is not established"));
  private static final Optional<Offer> ENDING =
      Optional.of(new Offer(WIDGETS, true, "its CRD is being deleted"));

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
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
            LabelSelector.everything(),
            Pruning.of(),
            WatchSettings.defaults(),
            () -> told.add("recovered"));
    cache = informer.cache();
    var _ =
        cache.subscribe(
            change -> told.add(change.getClass().getSimpleName() + " " + change.object().name()));
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
    server.then(
        200,
        "{'metadata':{'resourceVersion':'%d'},'items':[%s]}"
            .formatted(version, String.join(",", items)));
    server.thenSilentAfter("");
  }

  private String next() throws InterruptedException {
    return told.poll(1, TimeUnit.MINUTES);
  }

  @Test
  void troubleOfTheCrdKeepsTheObjectsInDoubtUntilANewListAndOnlyItsEndIsTheirs() throws Exception {
    list(7, "a");
    informer.follow(SOUND);
    assertThat(next()).isEqualTo("Added a");
    assertThat(cache.filling()).isEqualTo(Filling.FULL);
    server.awaitAsked();

    for (Optional<Offer> trouble : List.of(SHAKEN, ENDING)) {
      informer.follow(trouble);
      assertThat(cache.filling()).isEqualTo(Filling.DOUBTFUL);
      assertThat(cache.synced()).isFalse();
      assertThat(informer.trouble()).isEqualTo(trouble.orElseThrow().trouble());
      assertThat(cache.list()).hasSize(1);
    }
    list(9, "a", "b");
    informer.follow(SOUND);
    assertThat(next()).isEqualTo("Added b");
    assertThat(cache.filling()).isEqualTo(Filling.FULL);
    assertThat(informer.trouble()).isEmpty();
    informer.follow(Optional.empty());

    assertThat(List.of(next(), next())).containsExactlyInAnyOrder("Deleted a", "Deleted b");
    assertThat(cache.filling()).isEqualTo(Filling.ABSENT);
    assertThat(cache.synced()).isTrue();
  }

  @Test
  void aWatchThatWorksAgainAfterTroubleIsTold() throws Exception {
    server.then(503, "no");
    list(7, "a");

    informer.follow(SOUND);

    assertThat(List.of(next(), next())).containsExactly("Added a", "recovered");
  }

  @Test
  void aKindWhoseCrdIsNotYetEstablishedIsNotAbsent() {
    informer.follow(Optional.empty());

    informer.follow(SHAKEN);

    assertThat(cache.synced()).isFalse();
    assertThat(cache.filling()).isEqualTo(Filling.DOUBTFUL);
  }

  @Test
  void aKindIsNotTakenForAbsentBeforeAllCrdsAreKnown() throws Exception {
    try (var informers = Informers.ofAllKinds(server.http(), WatchSettings.defaults())) {
      ObjectCache widgets = informers.cache(WIDGET);
      assertThat(widgets.filling()).isEqualTo(Filling.UNKNOWN);
      assertThat(widgets.synced()).isFalse();

      list(7);

      assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();
      assertThat(widgets.filling()).isEqualTo(Filling.ABSENT);
      assertThat(informers.cache(new GroupKind("test.weir.io", "Late")).synced()).isTrue();
    }
  }
}
