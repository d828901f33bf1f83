package io.weir.provider.azure.admission;

import java.util.UUID;
import java.util.function.Supplier;

/**
 * Where values that are drawn by chance come from.
 *
 * @param sshPublicKeys base64 of an {@code authorized_keys} line
 * @param roleAssignmentNames a GUID, a new one each time
 */
record GeneratedValues(Supplier<String> sshPublicKeys, Supplier<String> roleAssignmentNames) {

  /**
   * One key for all pools that this process is asked about. Its private half is nobody's, so
   * another one would be no better, and to find one takes a busy machine longer than the API server
   * waits for an answer. Reviews that come meanwhile wait for it, and hold no thread of others.
   */
  private static final class OneKey implements Supplier<String> {
    private String key = "";

    @Override
    public synchronized String get() {
      if (key.isEmpty()) {
        key = UnusableSshKey.generate();
      }
      return key;
    }
  }

  private static final OneKey UNUSABLE_KEY = new OneKey();

  /** Names are drawn anew each time. */
  static GeneratedValues random() {
    return new GeneratedValues(UNUSABLE_KEY, () -> UUID.randomUUID().toString());
  }
}
