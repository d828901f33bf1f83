package io.weir.engine.workload;

/**
 * A range of addresses.
 *
 * @param base any address in it
 * @param prefix how many bits all addresses in it have in common with that
 */
record Cidr(IpAddress base, int prefix) {

  /**
   * As it is written; an address alone is a range, too.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Cidr parse(String text) {
    int slash = text.indexOf('/');
    IpAddress base = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
    int prefix = slash < 0 ? base.length() : prefix(text.substring(slash + 1));
    if (prefix < 0 || prefix > base.length()) {
      throw new IllegalArgumentException("\"" + text + "\" has no length of a prefix");
    }
    return new Cidr(base, prefix);
  }

  private static int prefix(String text) {
    return text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
  }

  boolean contains(IpAddress address) {
    int rest = base.length() - prefix;
    return address.length() == base.length()
        && address.value().shiftRight(rest).equals(base.value().shiftRight(rest));
  }
}
