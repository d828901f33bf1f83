package io.weir.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.conversion.Conversions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The version of Cluster API's own kinds that pools are written in. */
enum PoolContract {
  /** The older one, which the API server has converted to be stored. */
  V1BETA1,
  /** The stored one. */
  V1BETA2;

  /**
   * The objects of a pool in this version.
   *
   * @param stored as they are stored
   */
  List<ObjectNode> objects(List<ObjectNode> stored) {
    return this == V1BETA2 ? stored : stored.stream().map(PoolContract::older).toList();
  }

  private static ObjectNode older(ObjectNode object) {
    return Conversions.all().stream()
        .filter(conversion -> conversion.kind().equals(new ApiObject(object).groupKind()))
        .findFirst()
        .map(conversion -> conversion.convert(object, "v1beta1", _ -> Optional.of("v1beta1")))
        .orElse(object);
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
