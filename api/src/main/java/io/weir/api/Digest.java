package io.weir.api;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What an annotation remembers of data, to tell later whether somebody has changed it. */
public final class Digest {

  private Digest() {}

  /** SHA-256 in lower-case hex, after the name of the function. */
  public static String of(byte[] data) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
