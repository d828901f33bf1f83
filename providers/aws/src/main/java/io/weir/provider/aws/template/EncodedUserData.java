package io.weir.provider.aws.template;

import io.weir.api.ApiObject;
import io.weir.api.Digest;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AwsReasons;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * Bootstrap data as an instance gets it. Holds a join token: never in a text.
 *
 * @param base64 what goes into the launch template
 * @param sha256 hex digest of the data before compression, so that it does not depend on the
 *     compressor
 */
public record EncodedUserData(String base64, String sha256) {

  /** AWS's limit, before base64. */
  static final int LIMIT = 16 * 1024;

  /** Whether instances run nothing of ours. */
  public boolean isEmpty() {
    return base64.isEmpty();
  }

  /**
   * Makes user data; compressed only when it must be, so that people can read it where it need not.
   *
   * @param machinePool whose data it is, for messages
   * @param merged whether EKS adds data of its own, for which it must read this
   * @throws PrerequisiteException if it is larger than AWS takes
   */
  static EncodedUserData of(BootstrapData bootstrap, ApiObject machinePool, boolean merged)
      throws PrerequisiteException {
    byte[] plain = bootstrap.bytes();
    byte[] sent = plain;
    if (plain.length > LIMIT && !merged && bootstrap.format().equals("cloud-config")) {
      sent = gzip(plain);
    }
    if (sent.length > LIMIT) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.USER_DATA_TOO_LARGE,
          "the data in Secret %s has %d bytes, %s; AWS takes %d: make %s, or fetch them at boot"
              .formatted(
                  bootstrap.secretName(),
                  plain.length,
                  merged
                      ? "uncompressed since EKS adds its own"
                      : "%d as sent".formatted(sent.length),
                  LIMIT,
                  remedy(machinePool)));
    }
    return new EncodedUserData(Base64.getEncoder().encodeToString(sent), Digest.sha256(plain));
  }

  private static String remedy(ApiObject machinePool) {
    var config = machinePool.as(MachinePool.class).spec().template().spec().bootstrap().configRef();
    return config == null
        ? "what it writes to files shorter"
        : "%s %s/%s spec.files fewer or shorter"
            .formatted(config.kind(), machinePool.namespace(), config.name());
  }

  private static byte[] gzip(byte[] plain) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  @Override
  public String toString() {
    return "UserData[" + sha256 + "]";
  }
}
