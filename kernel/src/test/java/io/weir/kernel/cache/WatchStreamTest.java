package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weir.kernel.kube.AnswerLimits;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.Resource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchStreamTest {

  private static final Resource NODES = BuiltInKinds.LOOKUP.find(BuiltInKinds.NODE).orElseThrow();

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputStream sequence(InputStream... parts) {
    return new SequenceInputStream(Collections.enumeration(List.of(parts)));
  }

  private static String event(String filling) {
    return "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"n\"},\"x\":\"%s\"}}"
        .formatted(filling);
  }

  @Test
  void anObjectThatDoesNotEndIsBrokenOffEvenWhereNobodyReadsIt() throws Exception {
    String begin = "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"managedFields\":\"";
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    var stream =
        new WatchStream(
            NODES, FieldPruning.of(), CacheLimits.TRUSTED, sequence(text(begin), endless));

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(stream::next)
        .withMessageContaining("more than " + AnswerLimits.OBJECT_BYTES + " bytes");
  }

  @Test
  void objectsMayTogetherBeOfAnySize() throws Exception {
    String large = event("x".repeat(3 << 20));
    int count = AnswerLimits.OBJECT_BYTES / large.length() + 2;
    InputStream answer = text("");
    for (int i = 0; i < count; i++) {
      answer = sequence(answer, text(large));
    }
    var stream = new WatchStream(NODES, FieldPruning.of(), CacheLimits.TRUSTED, answer);

    int read = 0;
    while (stream.next().isPresent()) {
      read++;
    }

    assertThat(read).isEqualTo(count);
  }

  @Test
  void onlyWhatIsReadIsKept() throws Exception {
    var stream =
        new WatchStream(
            NODES,
            FieldPruning.only("/spec/taints/key", "/metadata/annotations"),
            CacheLimits.TRUSTED,
            text(
                """
                {"type": "ADDED", "object": {"kind": "Node", "odd": {"x": [1]}, "metadata": {"name": "n",
                  "resourceVersion": "7", "odd": 1, "annotations": {"a": "b",
                    "kubectl.kubernetes.io/last-applied-configuration": "{}"}},
                 "spec": {"odd": [], "taints": [{"key": "k", "odd": true}, 5]}}}
                {"type": "ERROR", "object": {"kind": "Status", "code": 410, "message": "too old"}}
                """));

    assertThat(stream.next().orElseThrow().object().toString())
        .isEqualTo(
            """
            {"kind":"Node","metadata":{"name":"n","resourceVersion":"7","annotations":{"a":"b",\
            "kubectl.kubernetes.io/last-applied-configuration":"{}"}},"spec":{"taints":[{"key":"k"},5]}}\
            """);
    assertThat(stream.next().orElseThrow().object().toString())
        .isEqualTo("{\"kind\":\"Status\",\"code\":410,\"message\":\"too old\"}");
  }

  @Test
  void anObjectThatWouldTakeTooMuchMemoryIsNamedAndNotKept() throws Exception {
    String large =
        """
        {"type": "ADDED", "object": {"kind": "Node", "metadata": {"labels": {%s}, "name": "n",
          "resourceVersion": "7"}, "spec": {"providerID": "x"}}}
        """
            .formatted(
                IntStream.range(0, 50_000)
                    .mapToObj(i -> "\"l%d\": \"\"".formatted(i))
                    .collect(Collectors.joining(",")));
    var stream =
        new WatchStream(NODES, FieldPruning.of(), CacheLimits.TRUSTED, text(large + event("x")));

    WatchStream.Event first = stream.next().orElseThrow();
    WatchStream.Event second = stream.next().orElseThrow();

    assertThat(first.problem()).isEqualTo("it takes more than 4096 KiB of memory");
    assertThat(first.object().at("/metadata/name").asText()).isEqualTo("n");
    assertThat(first.object().at("/metadata/resourceVersion").asText()).isEqualTo("7");
    assertThat(first.object().has("spec")).isFalse();
    assertThat(second.problem()).isEmpty();
  }
}
