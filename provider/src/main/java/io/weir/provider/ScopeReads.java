package io.weir.provider;

import java.util.HashMap;
import java.util.Map;

/**
 * What is read of a scope in one observation of it. Kinds of one cloud are observed together: what
 * several of them need, they read by the same key, and the cloud is asked once. Used by one thread.
 */
public final class ScopeReads {

  private final CloudScope scope;
  private final Map<Key<?>, Answer<?>> answers = new HashMap<>();

  /** Nothing read yet. */
  public ScopeReads(CloudScope scope) {
    this.scope = scope;
  }

  /**
   * What is read; a record, equal for the same question.
   *
   * @param <T> the answer, which nobody changes
   */
  public interface Key<T> {}

  /** A call to the cloud, or its pages. */
  @FunctionalInterface
  public interface Read<T> {
    /**
     * Reads.
     *
     * @throws ProviderException if it could not be read to the end
     */
    T read() throws ProviderException;
  }

  private sealed interface Answer<T> {
    record Given<T>(T value) implements Answer<T> {}

    record Refused<T>(ProviderException error) implements Answer<T> {}
  }

  /** Where. */
  public CloudScope scope() {
    return scope;
  }

  /**
   * The answer, read at the first time; a failure, too, is that of all who ask.
   *
   * @throws ProviderException if it could not be read
   */
  public <T> T get(Key<T> key, Read<T> read) throws ProviderException {
    @SuppressWarnings("unchecked") // put by this method alone, by a key of its type
    Answer<T> known = (Answer<T>) answers.get(key);
    if (known == null) {
      known = ask(read);
      answers.put(key, known);
    }
    return switch (known) {
      case Answer.Given<T>(T value) -> value;
      case Answer.Refused<T>(ProviderException error) -> throw error;
    };
  }

  private static <T> Answer<T> ask(Read<T> read) {
    try {
      return new Answer.Given<>(read.read());
    } catch (ProviderException error) {
      return new Answer.Refused<>(error);
    }
  }
}
