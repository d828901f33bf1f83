package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.wire.Call;
import io.weir.clouds.scaleway.wire.Order;
import java.util.List;
import java.util.stream.Stream;

/** Answers of lists: filtered, in order, one page of them and the number of all. */
final class Listing {
  private Listing() {}

  /** Names are found by any part of them; {@code status} must be the same. */
  static JsonNode of(Call call, String field, Stream<ObjectNode> pictures) {
    List<ObjectNode> all =
        pictures
            .filter(item -> item.path("name").asText().contains(call.parameter("name").orElse("")))
            .filter(
                item ->
                    call.parameter("status").stream()
                        .allMatch(status -> item.path("status").asText().equals(status)))
            .sorted(Order.of(call))
            .toList();
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("total_count", all.size());
    call.page(all).forEach(answer.putArray(field)::add);
    return answer;
  }
}
