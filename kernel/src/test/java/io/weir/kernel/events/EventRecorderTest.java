package io.weir.kernel.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.kernel.ScriptedServer;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventRecorderTest {

  @Test
  void aFaultNobodyThoughtOfCostsOneEventAndNotTheNext() throws Exception {
    var written = new CountDownLatch(1);
    var broken = new AtomicBoolean(true);
    InstantSource clock =
        () -> {
          if (broken.getAndSet(false)) {
            throw new IllegalStateException("broken");
          }
          return Instant.EPOCH;
        };
    var node = new ApiObject(Json.MAPPER.createObjectNode().put("kind", "Node"));
    try (var server = new ScriptedServer((requestInfo, code, took) -> written.countDown())) {
      server.respond(201, "{'kind':'Event'}");
      var client = new KubeClient(server.http(), BuiltInKinds.LOOKUP, answer -> {});

      try (var recorder = new EventRecorder(client, "me", clock)) {
        recorder.normal(node, "First", "Test", "");
        recorder.normal(node, "Second", "Test", "");

        assertThat(written.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(recorder.droppedCount()).isOne();
      }
    }
  }
}
