package io.weir.webhook.certificate;

import io.weir.webhook.certificate.Authorities.Alone;
import io.weir.webhook.certificate.Authorities.Announced;
import io.weir.webhook.certificate.Authorities.Known;
import io.weir.webhook.certificate.Authorities.Switched;
import java.time.Instant;

/**
 * Decides how an authority is replaced so that whoever is asked at any moment shows a certificate
 * that whoever asks trusts. Each step is one write of the shared Secret, so a crash between two of
 * them loses nothing, and any replica can make the next one.
 *
 * <pre>
 * Alone(old) - the end is near -> Announced(old, new) - new in every bundle -> Known(old, new)
 *   - API servers have had time -> Switched(new, old) - replicas have had time -> Alone(new)
 * </pre>
 */
final class Rotation {

  /** What is to be done. */
  sealed interface Step {
    /** Nothing before this time, unless something happens. */
    record Rest(Instant until) implements Step {}

    /** Make the next authority and announce it. */
    record Announce(String because) implements Step {}

    /** Store this. */
    record Advance(Authorities to, String because) implements Step {}
  }

  private Rotation() {}

  /**
   * The next step.
   *
   * @param nextIsKnown whether every bundle that is stored holds the next authority; of no meaning
   *     where there is none
   */
  static Step decide(Authorities now, Instant time, boolean nextIsKnown, CertificateTimes times) {
    return switch (now) {
      case Alone(var signing) -> {
        Instant due = signing.end().minus(times.renewBefore());
        yield time.isBefore(due)
            ? new Step.Rest(due)
            : new Step.Announce("the CA expires at " + signing.end());
      }
      case Announced(var signing, var next) -> {
        if (ended(signing, time)) {
          yield tooLate(signing, next, time);
        }
        yield nextIsKnown
            ? new Step.Advance(
                new Known(signing, next, time), "every CA bundle contains the next CA")
            : new Step.Rest(signing.end());
      }
      case Known(var signing, var next, var since) -> {
        Instant due = since.plus(times.settle());
        if (ended(signing, time)) {
          yield tooLate(signing, next, time);
        }
        if (!nextIsKnown) {
          // Someone has stored a bundle without it meanwhile; that is mended, and time begins anew.
          yield new Step.Advance(
              new Announced(signing, next), "some CA bundle no longer contains the next CA");
        }
        yield time.isBefore(due)
            ? new Step.Rest(due)
            : new Step.Advance(
                new Switched(next, signing.certificate(), time),
                "API servers have trusted the next CA since " + since);
      }
      case Switched(var signing, var _, var since) -> {
        Instant due = since.plus(times.overlap());
        yield time.isBefore(due)
            ? new Step.Rest(due)
            : new Step.Advance(
                new Alone(signing), "the new CA has signed all certificates since " + since);
      }
    };
  }

  /** Nobody can trust what it signed, so nothing is lost by the next one. */
  private static Step tooLate(Authority signing, Authority next, Instant time) {
    return new Step.Advance(new Switched(next, signing.certificate(), time), "the CA has expired");
  }

  private static boolean ended(Authority authority, Instant time) {
    return !time.isBefore(authority.end());
  }
}
