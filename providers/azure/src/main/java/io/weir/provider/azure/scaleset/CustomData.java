package io.weir.provider.azure.scaleset;

import io.weir.api.Digest;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureReasons;
import java.util.Base64;

/**
 * What machines run at first boot. Holds a join token: never logged.
 *
 * @param base64 as Azure takes it
 * @param sha256 of that text: by which a scale set tells what it has of it, which Azure does not
 *     show again
 */
public record CustomData(String base64, String sha256) {

  /** In base64, of 65,535 bytes. */
  static final int LARGEST = 87_380;

  /**
   * The bootstrap data.
   *
   * @throws PrerequisiteException if Azure would not take it
   */
  public static CustomData of(BootstrapData data) throws PrerequisiteException {
    String text = Base64.getEncoder().encodeToString(data.bytes());
    if (text.length() > LARGEST) {
      throw PrerequisiteException.needsUserAction(
          AzureReasons.USER_DATA_TOO_LARGE,
          "the bootstrap data in Secret %s has %,d characters in base64, and Azure takes %,d: make it shorter, or let it fetch the rest"
              .formatted(data.secretName(), text.length(), LARGEST));
    }
    return new CustomData(text, Digest.sha256(text));
  }

  @Override
  public String toString() {
    return "CustomData[" + sha256 + "]";
  }
}
