package io.weir.clouds.node.kubeadm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bootstrap token. Its text form shows only the id.
 *
 * @param id the public half, which names the token's Secret and its user
 * @param secret the secret half, which signs cluster-info
 */
public record BootstrapToken(String id, String secret) {
  private static final Pattern FORM = Pattern.compile("([a-z0-9]{6})\\.([a-z0-9]{16})");

  /**
   * Reads a token.
   *
   * @throws JoinException if the text is not a token; the message does not quote it
   */
  public static BootstrapToken parse(String text) throws JoinException {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new JoinException(
          JoinFailure.CONFIGURATION, "the bootstrap token does not have the form of one");
    }
    return new BootstrapToken(matcher.group(1), matcher.group(2));
  }

  /** The whole token as a bearer token: a secret. */
  public String bearerToken() {
    return id + "." + secret;
  }

  @Override
  public String toString() {
    return "BootstrapToken[" + id + "]";
  }
}
