package io.weir.kernel.events;

import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@WithControlPlane
class EventRecorderIT {

  private final ControlPlane controlPlane;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

  EventRecorderIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
  }

  private KubeCluster connected() throws Exception {
    return TestClusters.connect(
        controlPlane, TestClusters.account("events"), WatchSettings.defaults());
  }

  @Test
  void whatHappensAgainIsCountedOnTheFirstEventOnceInAWhile() throws Exception {
    String namespace = controlPlane.createNamespace("events-");
    try (var cluster = connected()) {
      ApiObject widget = cluster.client().create(widget(namespace, "w"));

      try (var recorder = new EventRecorder(cluster.client(), "me", now::get)) {
        for (int i = 0; i < 10; i++) {
          recorder.normal(widget, "Scaled", "Scale", "from 1 to 3");
        }
        recorder.warning(widget, "Refused", "Create", "x".repeat(2000));
        // The last in its queue; at its end a recorder has no time for a slow server.
        ApiObject _ =
            CacheWaits.awaitAny(
                cluster.cache(BuiltInKinds.EVENT),
                event ->
                    event.namespace().equals(namespace)
                        && event.at("/reason").asText().equals("Refused"));
      }
      now.updateAndGet(time -> time.plus(Duration.ofMinutes(6)));

      List<ApiObject> events =
          cluster.client().list(BuiltInKinds.EVENT, namespace, ObjectSelector.everything());
      assertThat(events)
          .extracting(event -> event.at("/reason").asText())
          .containsExactlyInAnyOrder("Scaled", "Refused");
      assertThat(events)
          .allSatisfy(
              event -> {
                assertThat(event.at("/regarding/uid").asText()).isEqualTo(widget.uid());
                assertThat(event.at("/reportingController").asText()).isEqualTo("weir");
              });
    }
  }

  @Test
  void aRepetitionAfterAWhileBecomesASeries() throws Exception {
    String namespace = controlPlane.createNamespace("events-");
    try (var cluster = connected()) {
      ApiObject widget = cluster.client().create(widget(namespace, "w"));
      var reported = new EventWriter(cluster.client(), "me", now::get);
      var what =
          new EventContent(EventContent.Type.NORMAL, widget, "Scaled", "Scale", "from 1 to 3");

      reported.write(what);
      reported.write(what);
      now.updateAndGet(time -> time.plus(Duration.ofMinutes(6)));
      reported.write(what);

      List<ApiObject> events =
          cluster.client().list(BuiltInKinds.EVENT, namespace, ObjectSelector.everything());
      assertThat(events)
          .singleElement()
          .extracting(event -> event.at("/series/count").asInt())
          .isEqualTo(3);
    }
  }
}
