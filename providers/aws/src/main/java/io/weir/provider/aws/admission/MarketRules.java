package io.weir.provider.aws.admission;

import io.weir.api.admission.Field;
import io.weir.api.admission.Violation;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Which ways of buying capacity go together. */
final class MarketRules {

  private MarketRules() {}

  static Stream<Violation> check(Field pool) {
    Field template = pool.at("spec", "awsLaunchTemplate");
    return Stream.of(
            spotInOnePlace(pool, template),
            marketType(template),
            spotReservation(template),
            preference(template))
        .flatMap(Optional::stream);
  }

  private static Optional<Violation> spotInOnePlace(Field pool, Field template) {
    return when(
        spot(template).isSet() && pool.at("spec", "mixedInstancesPolicy").isSet(),
        () ->
            spot(template)
                .forbidden(
                    "spec.mixedInstancesPolicy decides how much is spot: remove one of the two"));
  }

  private static Optional<Violation> marketType(Field template) {
    Field market = template.at("marketType");
    return switch (market.text()) {
      case "" -> Optional.empty();
      case "OnDemand" -> withoutSpot(template);
      case "Spot" ->
          when(
              reservation(template).isSet(),
              () -> market.forbidden("is Spot, but capacityReservationId is set: remove one"));
      case "CapacityBlock" ->
          withoutSpot(template)
              .or(
                  () ->
                      when(
                          !reservation(template).isSet(),
                          () ->
                              reservation(template)
                                  .required("give the capacity block that marketType asks for")));
      default -> Optional.of(market.invalid("must be OnDemand, Spot or CapacityBlock"));
    };
  }

  private static Optional<Violation> withoutSpot(Field template) {
    Field market = template.at("marketType");
    return when(
        spot(template).isSet(),
        () ->
            market.forbidden(
                "is %s, but spotMarketOptions are set: remove one".formatted(market.text())));
  }

  private static Optional<Violation> spotReservation(Field template) {
    return when(
        spot(template).isSet() && reservation(template).isSet(),
        () ->
            spot(template)
                .forbidden("capacityReservationId is set, which is no spot capacity: remove one"));
  }

  private static Optional<Violation> preference(Field template) {
    Field preference = template.at("capacityReservationPreference");
    return when(
        reservation(template).isSet()
            && preference.isFilled()
            && !preference.is("CapacityReservationsOnly"),
        () ->
            preference.forbidden(
                "is %s, but capacityReservationId names the reservation: remove it, or make it"
                        .formatted(preference.text())
                    + " CapacityReservationsOnly"));
  }

  private static Field spot(Field template) {
    return template.at("spotMarketOptions");
  }

  private static Field reservation(Field template) {
    return template.at("capacityReservationId");
  }

  private static Optional<Violation> when(boolean wrong, Supplier<Violation> said) {
    return wrong ? Optional.of(said.get()) : Optional.empty();
  }
}
