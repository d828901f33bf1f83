package io.weir.clouds.azure.arm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.http.Page;
import io.weir.clouds.http.RestResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lists in pages, each with the address of the next. */
public final class ArmList {
  private static final String TOKEN = "$skiptoken";

  private ArmList() {}

  /**
   * The page that was asked for.
   *
   * @param key of each item; pages are in its order
   * @param size how many items a page has
   */
  public static <T> RestResponse of(
      ArmCall call, List<T> all, Function<T, String> key, Function<T, ObjectNode> json, int size) {
    Page<T> page =
        Page.of(
            all,
            key,
            size,
            call.query(TOKEN).orElse(""),
            token ->
                ArmErrorException.of(
                    400, "BadRequest", "The skip token '%s' is invalid.".formatted(token)));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    var value = body.putArray("value");
    page.items().forEach(item -> value.add(json.apply(item)));
    if (page.next() != null) {
      body.put("nextLink", next(call, page.next()));
    }
    return RestResponse.ok(body);
  }

  private static String next(ArmCall call, String token) {
    Map<String, String> query = new TreeMap<>(call.request().wire().query());
    query.put(TOKEN, token);
    return call.address(call.request().wire().rawPath())
        + query.entrySet().stream()
            .map(one -> encode(one.getKey()) + "=" + encode(one.getValue()))
            .collect(Collectors.joining("&", "?", ""));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
