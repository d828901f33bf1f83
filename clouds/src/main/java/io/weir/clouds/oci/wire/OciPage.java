package io.weir.clouds.oci.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.http.RestResponse;
import java.util.List;

/** Lists in pages, shorter than anybody asks for. */
public final class OciPage {
  private static final int SIZE = 10;

  private OciPage() {}

  /** The page that a call asks for; a header says where the next one begins. */
  public static RestResponse of(List<JsonNode> all, OciCall call) {
    String page = call.parameter("page");
    int from = page.isEmpty() ? 0 : Integer.parseInt(page);
    int to = Math.min(all.size(), from + SIZE);
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    all.subList(Math.min(from, to), to).forEach(items::add);
    RestResponse answer = RestResponse.ok(items);
    return to < all.size() ? answer.withHeader("opc-next-page", Integer.toString(to)) : answer;
  }
}
