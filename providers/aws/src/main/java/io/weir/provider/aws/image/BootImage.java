package io.weir.provider.aws.image;

import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.aws.image.ImageQuery.ImageResult.ImageDetails;
import java.util.Optional;

/**
 * What instances boot.
 *
 * @param found the image; empty while AWS must be asked, or if there is none
 * @param asked what was asked for, in the place of what was found; nothing if that can't be read
 * @param otherWording the image that was found, in other words that it could have been asked for
 *     in; empty if there are none
 * @param missing why there is none: it holds up what is made from it, and not the rest
 */
public record BootImage(
    Optional<ImageDetails> found,
    ImageDetails asked,
    Optional<ImageDetails> otherWording,
    Optional<PrerequisiteException> missing) {

  /** In the place of an image that is not known. */
  public static final ImageDetails NOTHING = new ImageDetails("", "");

  /** What is known of it now. */
  public static BootImage of(ImageResolver choice, QueryCollector queryCollector) {
    ImageDetails asked = NOTHING;
    try {
      asked = new ImageDetails(choice.source(), "");
      Optional<ImageDetails> found = choice.resolve(queryCollector);
      return new BootImage(
          found,
          asked,
          found.flatMap(choice::otherSource).map(source -> new ImageDetails(source, "")),
          Optional.empty());
    } catch (PrerequisiteException missing) {
      return new BootImage(Optional.empty(), asked, Optional.empty(), Optional.of(missing));
    }
  }

  /** Whether AWS need not be asked. */
  public boolean isResolved() {
    return found.isPresent() || missing.isPresent();
  }
}
