package io.weir.sandbox.watchman;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The join token in what a machine finds at its first boot. */
final class JoinTokens {

  private static final Pattern TOKEN = Pattern.compile("\\b([a-z0-9]{6})\\.[a-z0-9]{16}\\b");

  private JoinTokens() {}

  /** The token's public id; empty if none is found. */
  static String idIn(byte[] userData) {
    Matcher token = TOKEN.matcher(new String(unpacked(userData), StandardCharsets.ISO_8859_1));
    return token.find() ? token.group(1) : "";
  }

  private static byte[] unpacked(byte[] data) {
    boolean packed = data.length > 2 && data[0] == 0x1f && data[1] == (byte) 0x8b;
    if (!packed) {
      return data;
    }
    try (var stream = new GZIPInputStream(new ByteArrayInputStream(data))) {
      return stream.readAllBytes();
    } catch (IOException damaged) {
      return data;
    }
  }
}
