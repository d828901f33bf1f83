package io.weir.api.bootstrap;

/**
 * A value that is read from a Secret when the data is rendered.
 *
 * @param secret where in which Secret
 */
public record SecretSource(SecretKeyReference secret) {

  /**
   * One key of one Secret.
   *
   * @param name the Secret, in the namespace of the config
   * @param key key in its data
   */
  public record SecretKeyReference(String name, String key) {}
}
