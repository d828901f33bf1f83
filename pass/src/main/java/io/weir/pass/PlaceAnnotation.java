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

  /** Writes it, in place of what the first release wrote. */
  public static void write(ObjectNode pool, Place place) {
    MetadataEdits.setAnnotation(pool, MetadataKeys.PLACE, place.annotationValue());
    MetadataEdits.removeAnnotation(pool, MetadataKeys.SCOPE);
  }

  /**
   * Reads it.
   *
   * @param cloudName the name that the pool has in the cloud, which the first release did not write
   * @throws IllegalArgumentException if it cannot be read
   */
  public static Optional<Place> read(ApiObject pool, String cloudName) {
    Optional<String> place = pool.annotation(MetadataKeys.PLACE);
    return place.isPresent()
        ? place.map(Place::parse)
        : pool.annotation(MetadataKeys.SCOPE).map(scope -> Place.parseScope(scope, cloudName));
  }
}
