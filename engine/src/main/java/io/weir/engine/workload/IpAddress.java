package io.weir.engine.workload;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * An address of the Internet Protocol.
 *
 * @param length in bits: 32 or 128
 * @param value its bits
 */
public record IpAddress(int length, BigInteger value) {

  private static final int V4 = 32;
  private static final int V6 = 128;

  /** By its bytes, the first ones first; a scope is left out. */
  public static IpAddress of(byte[] bytes) {
    return new IpAddress(bytes.length * Byte.SIZE, new BigInteger(1, bytes));
  }

  /**
   * As it is written.
   *
   * @throws IllegalArgumentException if it is no address
   */
  static IpAddress parse(String text) {
    try {
      return text.contains(":") ? v6(text) : new IpAddress(V4, v4(text));
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("\"" + text + "\" is no address");
    }
  }

  private static BigInteger v4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      throw new NumberFormatException();
    }
    return joined(List.of(parts), 10, 255);
  }

  private static IpAddress v6(String text) {
    int gap = text.indexOf("::");
    List<String> before = groups(gap < 0 ? text : text.substring(0, gap));
    List<String> after = gap < 0 ? List.of() : groups(text.substring(gap + 2));
    int missing = 8 - before.size() - after.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      throw new NumberFormatException();
    }
    var all = new ArrayList<String>(before);
    for (int i = 0; i < missing; i++) {
      all.add("0");
    }
    all.addAll(after);
    return new IpAddress(V6, joined(all, 16, 0xffff));
  }

  private static List<String> groups(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(":", -1));
  }

  private static BigInteger joined(List<String> parts, int radix, int most) {
    BigInteger value = BigInteger.ZERO;
    for (String part : parts) {
      int number = Integer.parseInt(part, radix);
      if (number < 0 || number > most || part.length() > 4) {
        throw new NumberFormatException();
      }
      value = value.multiply(BigInteger.valueOf(most + 1L)).add(BigInteger.valueOf(number));
    }
    return value;
  }

  /** The IPv4 address in the last bits but so many. */
  IpAddress embedded(int bitsAfter) {
    return new IpAddress(V4, value.shiftRight(bitsAfter).mod(BigInteger.ONE.shiftLeft(V4)));
  }
}
