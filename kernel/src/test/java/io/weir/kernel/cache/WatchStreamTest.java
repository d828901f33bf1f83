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
    var stream = new WatchStream(NODES, FieldPruning.of(), sequence(text(begin), endless));

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
    var stream = new WatchStream(NODES, FieldPruning.of(), answer);

    int read = 0;
    while (stream.next().isPresent()) {
      read++;
    }

    assertThat(read).isEqualTo(count);
  }
}
