package io.weir.bootstrap.ignition;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Where the content of a file comes from. */
sealed interface FileContent {

  /** The URL by which Ignition gets it. */
  String source();

  /** The content itself, which may be secret. */
  final class Inline implements FileContent {
    private static final String UNESCAPED = "-_.!~*'()";

    private final byte[] bytes;

    Inline(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    Inline(String text) {
      this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String source() {
      return isText() ? "data:," + escaped() : "data:;base64," + base64();
    }

    private String base64() {
      return Base64.getEncoder().encodeToString(bytes);
    }

    private String escaped() {
      var out = new StringBuilder();
      for (byte octet : bytes) {
        char c = (char) (octet & 0xff);
        if ((c < 0x80 && Character.isLetterOrDigit(c)) || UNESCAPED.indexOf(c) >= 0) {
          out.append(c);
        } else {
          out.append("%%%02X".formatted((int) c));
        }
      }
      return out.toString();
    }

    private boolean isText() {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        return true;
      } catch (CharacterCodingException e) {
        return false;
      }
    }

    /** The size only. */
    @Override
    public String toString() {
      return "Inline[" + bytes.length + " bytes]";
    }
  }

  /**
   * Fetched by the machine.
   *
   * @param source its URL
   * @param compression {@code gzip}, or null for none
   * @param hash {@code function-sum} that it must have; null for any
   */
  record Remote(String source, @Nullable String compression, @Nullable String hash)
      implements FileContent {

    /** URLs may carry credentials. */
    @Override
    public String toString() {
      return "Remote[]";
    }
  }
}
