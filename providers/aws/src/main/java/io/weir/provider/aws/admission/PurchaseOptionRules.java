package io.weir.provider.aws.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which ways of buying capacity go together. */
final class PurchaseOptionRules {

  private static final Pattern PRICE = Pattern.compile("[0-9]+(\\.[0-9]*)?|\\.[0-9]+");

  private PurchaseOptionRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField template = pool.at("spec", "awsLaunchTemplate");
    return Stream.of(
            spotInOnePlace(pool, template),
            marketType(template),
            maxPrice(spot(template).at("maxPrice")),
            spotReservation(template),
            preference(template))
        .flatMap(Optional::stream);
  }

  private static Optional<Violation> spotInOnePlace(ObjectField pool, ObjectField template) {
    return when(
        spot(template).isSet() && pool.at("spec", "mixedInstancesPolicy").isSet(),
        () ->
            spot(template)
                .forbidden(
                    "spec.mixedInstancesPolicy decides how much is spot: remove one of the two"));
  }

  private static Optional<Violation> marketType(ObjectField template) {
    ObjectField market = template.at("marketType");
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

  private static Optional<Violation> withoutSpot(ObjectField template) {
    ObjectField market = template.at("marketType");
    return when(
        spot(template).isSet(),
        () ->
            market.forbidden(
                "is %s, but spotMarketOptions are set: remove one".formatted(market.text())));
  }

  private static Optional<Violation> maxPrice(ObjectField price) {
    return when(
        price.isNonEmpty() && !PRICE.matcher(price.text()).matches(),
        () ->
            price.invalid(
                "must be US dollars for an hour, such as 0.05, or left out for the on-demand"
                    + " price"));
  }

  private static Optional<Violation> spotReservation(ObjectField template) {
    return when(
        spot(template).isSet() && reservation(template).isSet(),
        () ->
            spot(template).forbidden("cannot be combined with capacityReservationId: remove one"));
  }

  private static Optional<Violation> preference(ObjectField template) {
    ObjectField preference = template.at("capacityReservationPreference");
    return when(
        reservation(template).isSet()
            && preference.isNonEmpty()
            && !preference.hasText("CapacityReservationsOnly"),
        () ->
            preference.forbidden(
                "is %s, but capacityReservationId names the reservation: remove it, or make it"
                        .formatted(preference.text())
                    + " CapacityReservationsOnly"));
  }

  private static ObjectField spot(ObjectField template) {
    return template.at("spotMarketOptions");
  }

  private static ObjectField reservation(ObjectField template) {
    return template.at("capacityReservationId");
  }

  private static Optional<Violation> when(boolean wrong, Supplier<Violation> said) {
    return wrong ? Optional.of(said.get()) : Optional.empty();
  }
}
