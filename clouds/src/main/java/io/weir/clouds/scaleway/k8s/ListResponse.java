package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.wire.ListOrder;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import java.util.List;
import java.util.stream.Stream;

/** Answers of lists: filtered, in order, one page of them and the number of all. */
final class ListResponse {
  private ListResponse() {}

  /** Names are found by any part of them; {@code status} must be the same. */
  static JsonNode of(ScalewayCall scalewayCall, String field, Stream<ObjectNode> pictures) {
    List<ObjectNode> all =
        pictures
            .filter(
                item ->
                    item.path("name").asText().contains(scalewayCall.parameter("name").orElse("")))
            .filter(
                item ->
                    scalewayCall.parameter("status").stream()
                        .allMatch(status -> item.path("status").asText().equals(status)))
            .sorted(ListOrder.of(scalewayCall))
            .toList();
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("total_count", all.size());
    scalewayCall.page(all).forEach(answer.putArray(field)::add);
    return answer;
  }
}
