package io.weir.provider.azure.admission;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads public keys as {@code authorized_keys} has them. */
final class SshPublicKey {

  private static final Pattern SPACE = Pattern.compile("[ \t]+");

  private static final Set<String> TYPES =
      Set.of(
          "ssh-rsa",
          "ssh-dss",
          "ssh-ed25519",
          "ecdsa-sha2-nistp256",
          "ecdsa-sha2-nistp384",
          "ecdsa-sha2-nistp521",
          "sk-ssh-ed25519@openssh.com",
          "sk-ecdsa-sha2-nistp256@openssh.com");

  private SshPublicKey() {}

  /** Whether a text is base64 of lines, one of which is a key. */
  static boolean isValid(String base64) {
    // As others do, over lines that a base64 command has broken.
    return decoded(base64.replace("\n", "").replace("\r", ""))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> text.lines().map(String::strip).anyMatch(SshPublicKey::isKey))
        .isPresent();
  }

  /** Options may stand before the type, and a comment after the key. */
  private static boolean isKey(String line) {
    if (line.startsWith("#")) {
      return false;
    }
    String[] words = SPACE.split(line, -1);
    for (int i = 0; i + 1 < words.length; i++) {
      if (TYPES.contains(words[i]) && isKeyOf(words[i], words[i + 1])) {
        return true;
      }
    }
    return false;
  }

  private static boolean isKeyOf(String type, String base64) {
    return decoded(base64)
        .filter(blob -> type.equals(firstText(blob)) && blob.length > Integer.BYTES + type.length())
        .isPresent();
  }

  /** The text that a key begins with; empty if it has none. */
  private static String firstText(byte[] blob) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(blob);
      int length = buffer.getInt();
      if (length < 0 || length > buffer.remaining()) {
        return "";
      }
      byte[] text = new byte[length];
      buffer.get(text);
      return new String(text, StandardCharsets.US_ASCII);
    } catch (BufferUnderflowException _) {
      return "";
    }
  }

  private static Optional<byte[]> decoded(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
