package io.weir.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReviewJsonTest {

  private static final long HEAP = 8L << 20;

  private static JsonNode read(String text) throws IOException {
    return ReviewJson.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), HEAP);
  }

  @Test
  void whatAnApiServerTakesIsRead() throws Exception {
    String large = "\"" + "x".repeat(3_000_000) + "\"";

    assertThat(read("{\"object\":%s,\"oldObject\":%s}".formatted(large, large))).hasSize(2);
    assertThat(read("[".repeat(200) + "]".repeat(200)).isArray()).isTrue();
    assertThat(read("{\"%s\":1}".formatted("n".repeat(1_000_000)))).hasSize(1);
    assertThat(read("[" + "{\"f:name\":{}},".repeat(20_000) + "1]")).hasSize(20_001);
  }

  @Test
  void deeperThanAnyKindThatIsJudgedIsRefusedWhileItIsRead() {
    assertThatThrownBy(() -> read("[".repeat(100_000)))
        .isInstanceOf(ReviewTooLargeException.class)
        .hasMessageContaining("nested more than 200 deep");
  }

  @Test
  void aTreeThatGrowsOutOfShortTextIsRefusedWhileItIsRead() {
    assertThatThrownBy(() -> read("[" + "{},".repeat(500_000)))
        .isInstanceOf(ReviewTooLargeException.class)
        .hasMessageContaining("more fields and text than fit into 8 MB");
  }
}
