package io.weir.manager.kubeadm;

import io.weir.manager.secrets.PlantedSecrets;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Draws join tokens whose secret part begins with the mark. */
final class MarkedTokens implements RandomGenerator {

  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID = 6;

  private final Random random = new Random(1);

  /** How many characters of the current token are drawn. */
  private int drawn;

  @Override
  public long nextLong() {
    return random.nextLong();
  }

  @Override
  public int nextInt(int bound) {
    if (bound != ALPHABET.length()) {
      drawn = 1; // only the first character of an id is a letter
      return random.nextInt(bound);
    }
    int at = drawn++ - ID;
    return at >= 0 && at < PlantedSecrets.MARK.length()
        ? ALPHABET.indexOf(PlantedSecrets.MARK.charAt(at))
        : random.nextInt(bound);
  }
}
