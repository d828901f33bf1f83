package io.weir.provider.gcp.template;

import io.weir.api.Digest;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * What machines run at first boot. Holds a join token: never logged.
 *
 * @param text as the metadata server gives it to machines
 * @param sha256 of that text
 */
public record UserData(String text, String sha256) {

  /** Bytes of one value of metadata. */
  private static final int LARGEST = 262_144;

  /**
   * The bootstrap data.
   *
   * @throws PrerequisiteException if Compute Engine would not take it
   */
  public static UserData of(BootstrapData data) throws PrerequisiteException {
    byte[] bytes = data.bytes();
    if (bytes.length > LARGEST) {
      throw PrerequisiteException.needsUserAction(
          "UserDataTooLarge",
          "the bootstrap data in Secret %s has %,d bytes, and Compute Engine takes %,d: make it shorter, or let it fetch the rest"
              .formatted(data.secretName(), bytes.length, LARGEST));
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new UserData(text, Digest.sha256(text));
    } catch (CharacterCodingException binary) {
      throw PrerequisiteException.invalid(
          "the bootstrap data in Secret %s is no text in UTF-8, and metadata holds nothing else: do not compress it"
              .formatted(data.secretName()));
    }
  }

  @Override
  public String toString() {
    return "UserData[" + sha256 + "]";
  }
}
