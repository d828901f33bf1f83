package io.weir.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
public final class Digest {

  private Digest() {}

  /**
   * What an annotation remembers of data, to tell later whether somebody has changed it: lower-case
   * hex after the name of the function.
   */
  public static String of(byte[] data) {
    return "sha256:" + sha256(data);
  }

  /** In lower-case hex. */
  public static String sha256(byte[] data) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** Of a text in UTF-8, in lower-case hex. */
  public static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }
}
