package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The orders in which lists may be asked for, such as {@code name_desc}. */
public final class ListOrder {
  private static final Set<String> FIELDS =
      Set.of("created_at", "updated_at", "name", "status", "version");

  private ListOrder() {}

  /** The order that the call asks for, by the fields as they are on the wire. */
  public static Comparator<ObjectNode> of(ScalewayCall scalewayCall) {
    String wish = scalewayCall.parameter("order_by").orElse("created_at_asc");
    boolean descending = wish.endsWith("_desc");
    String field = wish.replaceFirst("_(asc|desc)$", "");
    if (!FIELDS.contains(field) || field.equals(wish)) {
      throw ScalewayErrorException.invalidArguments(
          List.of(new ArgumentError("order_by", "format", "is not an order")));
    }
    Comparator<ObjectNode> ascending = Comparator.comparing(item -> item.path(field).asText(""));
    return descending ? ascending.reversed() : ascending;
  }
}
