package io.weir.provider.oci.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.http.JsonFields;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** When a field of the cloud holds what is wanted: it fills in what nobody asked for. */
public final class WireFields {

  /** Replaced as a whole by a write, so what others have set must be sent along. */
  private static final Set<String> TAGS = Set.of("freeformTags", "definedTags");

  private WireFields() {}

  /** The wanted fields that the cloud shows otherwise, as a write must have them. */
  public static ObjectNode differing(ObjectNode wanted, JsonNode shown) {
    ObjectNode fields =
        JsonFields.differingFields(wanted, shown, (_, value, has) -> covers(value, has));
    for (String name : TAGS) {
      if (fields.has(name) && shown.path(name) instanceof ObjectNode others) {
        fields.set(name, merged(others.deepCopy(), fields.path(name)));
      }
    }
    return fields;
  }

  private static ObjectNode merged(ObjectNode into, JsonNode wanted) {
    wanted
        .properties()
        .forEach(
            entry ->
                into.set(
                    entry.getKey(),
                    entry.getValue().isObject()
                            && into.path(entry.getKey()) instanceof ObjectNode inner
                        ? merged(inner, entry.getValue())
                        : entry.getValue()));
    return into;
  }

  /** Objects may have more fields than wanted, lists neither more nor fewer items. */
  public static boolean covers(JsonNode wanted, JsonNode has) {
    return switch (wanted.getNodeType()) {
      case OBJECT ->
          wanted
              .propertyStream()
              .allMatch(field -> covers(field.getValue(), has.path(field.getKey())));
      case ARRAY ->
          wanted.size() == has.size()
              && wanted
                  .valueStream()
                  .allMatch(each -> has.valueStream().anyMatch(other -> covers(each, other)));
      case BOOLEAN -> wanted.booleanValue() == has.asBoolean(false);
      case NUMBER -> has.isNumber() && wanted.decimalValue().compareTo(has.decimalValue()) == 0;
      default -> sameText(wanted.asText().strip(), has.asText("").strip());
    };
  }

  private static boolean sameText(String wanted, String has) {
    return wanted.equals(has)
        || (wanted.startsWith("PT") && duration(wanted).equals(duration(has)));
  }

  private static Optional<Duration> duration(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
