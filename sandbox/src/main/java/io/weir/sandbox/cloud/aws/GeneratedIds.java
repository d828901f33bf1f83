package io.weir.sandbox.cloud.aws;

/** Ids of things that are made up, the same at every start. */
final class GeneratedIds {
  private GeneratedIds() {}

  /** Such as {@code sg-0…}, with 16 digits that follow from the name. */
  static String of(String prefix, String name) {
    long mixed = name.hashCode() * 0x9E3779B97F4A7C15L;
    return "%s-0%016x".formatted(prefix, mixed);
  }
}
