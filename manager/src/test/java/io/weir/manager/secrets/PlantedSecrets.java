package io.weir.manager.secrets;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

/** Secrets of every form, each of which has the same mark in it. */
public final class PlantedSecrets {

  /** Lower case, as join tokens are; in none of its encodings does a word of any message occur. */
  public static final String MARK = "zq7xk0vw3j";

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

  private final Random random;

  PlantedSecrets(Random random) {
    this.random = random;
  }

  /** A password, an API key. */
  String password() {
    return letters(random.nextInt(12)) + MARK + letters(random.nextInt(12));
  }

  /** A join token. */
  String joinToken() {
    return letters(6) + "." + MARK + letters(6);
  }

  /** A private key, the mark on a line of it. */
  String privateKey() {
    return """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEI%s%s
    %s
    -----END EC PRIVATE KEY-----
    """
        .formatted(MARK, letters(40), letters(30));
  }

  /** A file that a program reads, with a secret somewhere. */
  String file() {
    return switch (random.nextInt(5)) {
      case 0 -> "password: " + password() + "\n";
      case 1 -> "{\"auths\": {\"r\": {\"auth\": \"" + base64(password()) + "\"}}}";
      case 2 -> privateKey();
      case 3 -> "{{ " + password() + " }}";
      default -> "#!/bin/sh\nexport KEY='" + password() + "'\n";
    };
  }

  public static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private String letters(int length) {
    return random
        .ints(length, 0, LETTERS.length())
        .mapToObj(i -> String.valueOf(LETTERS.charAt(i)))
        .reduce("", String::concat);
  }

  /** The text with some mistakes that people, editors and programs make. */
  String spoiled(String text) {
    var spoiled = new StringBuilder(text);
    for (int i = random.nextInt(4); i > 0 && !spoiled.isEmpty(); i--) {
      int at = random.nextInt(spoiled.length());
      switch (random.nextInt(6)) {
        case 0 -> spoiled.deleteCharAt(at);
        case 1 ->
            spoiled.insert(
                at, "\n:{}[]&*!|>'\"%@`,#\t \r\u0000\u0007é{{".charAt(random.nextInt(26)));
        case 2 -> spoiled.setLength(at);
        case 3 -> spoiled.insert(at, spoiled.substring(at, Math.min(spoiled.length(), at + 30)));
        case 4 -> spoiled.insert(at, "\n  ");
        default -> spoiled.insert(at, "!!java.net.URL ");
      }
    }
    return spoiled.toString();
  }
}
