package io.weir.webhook.certificate;

import io.weir.webhook.certificate.CaRotationState.Announced;
import io.weir.webhook.certificate.CaRotationState.Distributed;
import io.weir.webhook.certificate.CaRotationState.Stable;
import io.weir.webhook.certificate.CaRotationState.Switched;
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
final class CaRotation {

  /** What is to be done. */
  sealed interface RotationStep {
    /** Nothing before this time, unless something happens. */
    record Wait(Instant until) implements RotationStep {}

    /** Make the next authority and announce it. */
    record Announce(String because) implements RotationStep {}

    /** Store this. */
    record Advance(CaRotationState to, String because) implements RotationStep {}
  }

  private CaRotation() {}

  /**
   * The next step.
   *
   * @param nextIsKnown whether every bundle that is stored holds the next authority; of no meaning
   *     where there is none
   */
  static RotationStep decide(
      CaRotationState now, Instant time, boolean nextIsKnown, CertificateTimes times) {
    return switch (now) {
      case Stable(var signing) -> {
        Instant due = signing.notAfter().minus(times.renewBefore());
        yield time.isBefore(due)
            ? new RotationStep.Wait(due)
            : new RotationStep.Announce("the CA expires at " + signing.notAfter());
      }
      case Announced(var signing, var next) -> {
        if (hasExpired(signing, time)) {
          yield switchAtOnce(signing, next, time);
        }
        yield nextIsKnown
            ? new RotationStep.Advance(
                new Distributed(signing, next, time), "every CA bundle contains the next CA")
            : new RotationStep.Wait(signing.notAfter());
      }
      case Distributed(var signing, var next, var since) -> {
        Instant due = since.plus(times.bundlePropagationTime());
        if (hasExpired(signing, time)) {
          yield switchAtOnce(signing, next, time);
        }
        if (!nextIsKnown) {
          // Someone has stored a bundle without it meanwhile; that is mended, and time begins anew.
          yield new RotationStep.Advance(
              new Announced(signing, next), "some CA bundle no longer contains the next CA");
        }
        yield time.isBefore(due)
            ? new RotationStep.Wait(due)
            : new RotationStep.Advance(
                new Switched(next, signing.certificate(), time),
                "API servers have trusted the next CA since " + since);
      }
      case Switched(var signing, var _, var since) -> {
        Instant due = since.plus(times.switchOverTime());
        yield time.isBefore(due)
            ? new RotationStep.Wait(due)
            : new RotationStep.Advance(
                new Stable(signing), "the new CA has signed all certificates since " + since);
      }
    };
  }

  /** Nobody can trust what it signed, so nothing is lost by the next one. */
  private static RotationStep switchAtOnce(WebhookCa signing, WebhookCa next, Instant time) {
    return new RotationStep.Advance(
        new Switched(next, signing.certificate(), time), "the CA has expired");
  }

  private static boolean hasExpired(WebhookCa webhookCa, Instant time) {
    return !time.isBefore(webhookCa.notAfter());
  }
}
