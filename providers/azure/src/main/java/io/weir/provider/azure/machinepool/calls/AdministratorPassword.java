package io.weir.provider.azure.machinepool.calls;

import java.security.SecureRandom;

/**
 * A password for the administrator of machines on Windows, without which Azure makes none. Nobody
 * needs it, so that nobody keeps it.
 */
final class AdministratorPassword {

  private static final int LENGTH = 64;
  private static final String LETTERS =
      "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.+";

  /** One of each kind of letter that Azure asks for, whatever chance brings. */
  private static final String OF_EACH_KIND = "Aa1-";

  private static final SecureRandom RANDOM = new SecureRandom();

  private AdministratorPassword() {}

  /** Another one each time. */
  static String random() {
    var password = new StringBuilder(OF_EACH_KIND);
    for (int i = 0; i < LENGTH; i++) {
      password.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return password.toString();
  }
}
