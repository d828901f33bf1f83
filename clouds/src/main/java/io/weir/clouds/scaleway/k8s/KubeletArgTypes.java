package io.weir.clouds.scaleway.k8s;

import java.util.List;

/** Which texts are values of the types that a version of Kapsule tells its kubelet arguments by. */
final class KubeletArgTypes {

  private static final String ENUM = "enum:";
  private static final long UINT16 = 0xFFFFL;
  private static final long UINT32 = 0xFFFF_FFFFL;

  private KubeletArgTypes() {}

  static boolean fits(String type, String value) {
    if (type.startsWith(ENUM)) {
      return List.of(type.substring(ENUM.length()).split("\\|", -1)).contains(value);
    }
    return switch (type) {
      case "bool" -> value.equals("true") || value.equals("false");
      case "uint16" -> isNumber(value, UINT16);
      case "uint32" -> isNumber(value, UINT32);
      case "duration" -> value.matches("(\\d+(\\.\\d+)?(ns|us|ms|s|m|h))+");
      case "quantity" -> value.matches("\\d+(\\.\\d+)?([numkMGTPE]|[KMGTPE]i)?");
      default -> throw new IllegalArgumentException("unknown type of a kubelet argument: " + type);
    };
  }

  private static boolean isNumber(String value, long most) {
    return value.matches("\\d{1,10}") && Long.parseLong(value) <= most;
  }
}
