package io.weir.api.bootstrap;

/**
 * A value that is read from a Secret when the data is rendered.
 *
 * @param secret where in which Secret
 */
public record SecretSource(Key secret) {

  /**
   * One key of one Secret.
   *
   * @param name the Secret, in the namespace of the config
   * @param key key in its data
   */
  public record Key(String name, String key) {}
}
