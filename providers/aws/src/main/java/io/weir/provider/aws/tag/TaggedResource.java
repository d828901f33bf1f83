package io.weir.provider.aws.tag;

/**
 * What tags hang on.
 *
 * @param type for people, such as {@code launch template}
 * @param name for people
 * @param id by which AWS knows it
 */
public record TaggedResource(String type, String name, String id) {

  /** For people. */
  @Override
  public String toString() {
    return type + " " + name;
  }
}
