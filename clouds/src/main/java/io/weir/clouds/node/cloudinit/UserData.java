package io.weir.clouds.node.cloudinit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The bytes that a machine's metadata service serves as user data; immutable, possibly gzipped. */
public final class UserData {
  private static final int MAX_INFLATED = 4 << 20;

  private final byte[] bytes;

  private UserData(byte[] bytes) {
    this.bytes = bytes;
  }

  /** User data of these bytes. */
  public static UserData of(byte[] bytes) {
    return new UserData(bytes.clone());
  }

  /** User data of this text in UTF-8. */
  public static UserData of(String text) {
    return new UserData(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The data as text, unpacked if it is gzipped. */
  public String text() throws IOException {
    return new String(gunzipIfNeeded(bytes), StandardCharsets.UTF_8);
  }

  private static byte[] gunzipIfNeeded(byte[] data) throws IOException {
    boolean gzipped = data.length > 2 && data[0] == 0x1f && (data[1] & 0xff) == 0x8b;
    return gzipped ? gunzip(data) : data;
  }

  /** Unpacks; refuses what grows beyond any sensible user data. */
  public static byte[] gunzip(byte[] data) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(data))) {
      byte[] inflated = in.readNBytes(MAX_INFLATED + 1);
      if (inflated.length > MAX_INFLATED) {
        throw new IOException("more than " + MAX_INFLATED + " bytes when unpacked");
      }
      return inflated;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UserData that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Says only the size: user data holds secrets. */
  @Override
  public String toString() {
    return "UserData[" + bytes.length + " bytes]";
  }
}
