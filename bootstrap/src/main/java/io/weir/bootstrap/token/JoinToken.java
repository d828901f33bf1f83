package io.weir.bootstrap.token;

import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A kubeadm join token.
 *
 * @param id names the token in public, 6 characters of {@code [a-z0-9]}
 * @param secret proves it, 16 characters of {@code [a-z0-9]}; never shown
 */
public record JoinToken(String id, String secret) {

  private static final Pattern ID = Pattern.compile("[a-z0-9]{6}");
  private static final Pattern SECRET = Pattern.compile("[a-z0-9]{16}");
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final String ALPHABET = LETTERS + "0123456789";

  /**
   * @throws IllegalArgumentException if a part does not have its form; the message shows neither
   */
  public JoinToken {
    if (!ID.matcher(id).matches() || !SECRET.matcher(secret).matches()) {
      throw new IllegalArgumentException(
          "a join token must have the form [a-z0-9]{6}.[a-z0-9]{16}");
    }
  }

  /**
   * Makes a new token. The id begins with a letter, so that no YAML reader can take the token for a
   * number and it needs no quotes.
   *
   * @param random must be cryptographically strong outside of tests
   */
  public static JoinToken generate(RandomGenerator random) {
    return new JoinToken(
        pick(random, LETTERS, 1) + pick(random, ALPHABET, 5), pick(random, ALPHABET, 16));
  }

  /**
   * Reads {@code <id>.<secret>}.
   *
   * @throws IllegalArgumentException if the text is no token; the message does not show it
   */
  public static JoinToken parse(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new JoinToken("", "")
        : new JoinToken(text.substring(0, dot), text.substring(dot + 1));
  }

  /** The whole token in clear, for bootstrap data only. */
  public String reveal() {
    return id + "." + secret;
  }

  /** The name of its Secret in {@code kube-system}. */
  public String secretName() {
    return TokenSecret.NAME_PREFIX + id;
  }

  /** Shows the id only. */
  @Override
  public String toString() {
    return id + ".****";
  }

  private static String pick(RandomGenerator random, String alphabet, int length) {
    var picked = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      picked.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return picked.toString();
  }
}
