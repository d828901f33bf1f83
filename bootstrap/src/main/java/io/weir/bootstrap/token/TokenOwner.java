package io.weir.bootstrap.token;

import io.weir.bootstrap.BootstrapMetadataKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * The KubeadmConfig whose data hands out a token, as the workload cluster knows it. Names, not
 * UIDs: those change when a management cluster is moved or restored.
 *
 * @param namespace in the management cluster
 * @param name of the KubeadmConfig
 */
public record TokenOwner(String namespace, String name) {

  private static final int LONGEST_LABEL = 63;

  /** The labels that tie a token's Secret to its owner. */
  public Map<String, String> labels() {
    return Map.of(
        BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE, label(namespace),
        BootstrapMetadataKeys.TOKEN_OWNER_NAME, label(name));
  }

  /** A number that differs from owner to owner and never changes, to spread what they all do. */
  long jitterSeed() {
    return ByteBuffer.wrap(sha256(namespace + "/" + name)).getLong();
  }

  /** Names may have 253 characters, label values 63: of longer ones the end becomes a digest. */
  private static String label(String name) {
    if (name.length() <= LONGEST_LABEL) {
      return name;
    }
    return name.substring(0, 46) + "-" + HexFormat.of().formatHex(sha256(name), 0, 8);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
