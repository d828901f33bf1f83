package io.weir.controlplane.binaries;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests, in hexadecimal digits. */
final class Sha256 {
  private static final int PIECE = 1 << 17;
  private static final int NAME_BYTES = 8;

  private Sha256() {}

  /** All of that of a file. */
  static String ofFile(Path file) throws IOException {
    MessageDigest sha = sha256();
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        sha.update(piece, 0, read);
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  /** The beginning of that of a text, which is enough to name what the text describes. */
  static String nameOf(String text) {
    byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
