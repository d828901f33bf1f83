package io.weir.sandbox.once;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.sandbox.objects.Manifests;
import org.junit.jupiter.api.Test;

class WarningEventsTest {
  private final WarningEvents warningEvents = new WarningEvents(Manifests.example().objects());

  @Test
  void aWarningOfAnObjectOfTheRunIsToldOnce() {
    assertThat(warningEvents.messageFor(event("Warning", "workers", "no subnet\nfits")))
        .contains("Warning: AWSMachinePool workers: SubnetsNotFound: no subnet fits");
    assertThat(warningEvents.messageFor(event("Warning", "workers", "no subnet\nfits"))).isEmpty();
    assertThat(warningEvents.messageFor(event("Warning", "workers", "another"))).isPresent();
  }

  @Test
  void whatIsNormalOrOfOthersIsNotTold() {
    assertThat(warningEvents.messageFor(event("Normal", "workers", "made"))).isEmpty();
    assertThat(warningEvents.messageFor(event("Warning", "others", "no subnet"))).isEmpty();
  }

  private static ApiObject event(String type, String name, String note) {
    return Manifests.of(
            "event.yaml",
            """
            apiVersion: events.k8s.io/v1
            kind: Event
            metadata: {name: e, namespace: default}
            type: %s
            reason: SubnetsNotFound
            regarding: {kind: AWSMachinePool, namespace: default, name: %s}
            note: %s
            """
                .formatted(type, name, "\"" + note.replace("\n", "\\n") + "\""))
        .objects()
        .getFirst();
  }
}
