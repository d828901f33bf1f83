package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.provider.Place;
import java.util.Optional;

/** The annotation that says where the cloud objects of a pool are. */
public final class PlaceAnnotation {

  private PlaceAnnotation() {}

  /** Writes it. */
  public static void write(ObjectNode pool, Place place) {
    MetadataEdits.setAnnotation(pool, MetadataKeys.PLACE, place.annotationValue());
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  public static Optional<Place> read(ApiObject pool) {
    return pool.annotation(MetadataKeys.PLACE).map(Place::parse);
  }
}
