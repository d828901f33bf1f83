package io.weir.kernel.kube;

/** The numbers that resourceVersions of a real API server are, within one kind. */
public final class ResourceVersions {

  /** What is not a number. */
  public static final long NONE = -1;

  private ResourceVersions() {}

  /** The number; {@link #NONE} if it has another form. */
  public static long parse(String resourceVersion) {
    if (resourceVersion.isEmpty() || !resourceVersion.chars().allMatch(Character::isDigit)) {
      return NONE;
    }
    try {
      return Long.parseLong(resourceVersion);
    } catch (NumberFormatException tooLong) {
      return NONE;
    }
  }

  /** Whether the one is surely older than the other, in one history. */
  public static boolean isOlder(String one, String other) {
    long number = parse(one);
    return number != NONE && number < parse(other);
  }
}
