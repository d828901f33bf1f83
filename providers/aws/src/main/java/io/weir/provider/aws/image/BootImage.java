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
 * @param missing why there is none: it holds up what is made from it, and not the rest
 */
public record BootImage(
    Optional<ImageDetails> found, ImageDetails asked, Optional<PrerequisiteException> missing) {

  /** In the place of an image that is not known. */
  public static final ImageDetails NOTHING = new ImageDetails("", "");

  /** What is known of it now. */
  public static BootImage of(ImageResolver choice, QueryCollector queryCollector) {
    ImageDetails asked = NOTHING;
    try {
      asked = new ImageDetails(choice.source(), "");
      return new BootImage(choice.resolve(queryCollector), asked, Optional.empty());
    } catch (PrerequisiteException missing) {
      return new BootImage(Optional.empty(), asked, Optional.of(missing));
    }
  }

  /** Whether AWS need not be asked. */
  public boolean isResolved() {
    return found.isPresent() || missing.isPresent();
  }
}
