package io.weir.clouds.scaleway.seed;

import java.util.Locale;

/**
 * A type of instances.
 *
 * @param name the commercial name, such as {@code GP1-XS}
 * @param gigabytes memory
 * @param localDisk size of the local disk in bytes; 0 for none
 */
public record NodeType(String name, int gigabytes, long localDisk) {
  private static final int TOO_SMALL = 2;

  /** The name as the API gives it back, such as {@code gp1_xs}. */
  public String apiName() {
    return apiName(name);
  }

  /** The form in which the API gives back a name of a type. */
  public static String apiName(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /** Whether it has enough memory for a node. */
  public boolean isEligible() {
    return gigabytes > TOO_SMALL;
  }
}
