package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a scope, from the Secret that its identity names. Read when first needed, and
 * again when the cloud refuses them, so that new ones are used as soon as old ones end; and now and
 * then, for a wrong address or the key of a wrong project is never refused. Safe for concurrent
 * use.
 *
 * @param <K> the cloud's form of them; a type whose text tells no secret
 */
public final class Credentials<K> {

  /** Makes credentials from what a Secret holds. */
  @FunctionalInterface
  public interface Form<K> {
    K of(Entries entries) throws ProviderException.Denied;
  }

  private static final Duration AGAIN_AFTER = Duration.ofMinutes(10);

  private final Secrets secrets;
  private final ObjectKey secret;
  private final Form<K> form;
  private @Nullable K known;
  private long readAt;

  /**
   * Those of this scope.
   *
   * @throws IllegalArgumentException if its identity is not a Secret
   */
  public Credentials(Secrets secrets, Scope scope, Form<K> form) {
    this.secrets = secrets;
    this.secret =
        scope
            .secret()
            .orElseThrow(() -> new IllegalArgumentException("no identity in a Secret: " + scope));
    this.form = form;
  }

  /** The Secret that they are in. */
  public ObjectKey secret() {
    return secret;
  }

  /**
   * Those to use.
   *
   * @throws ProviderException.Denied if the Secret holds none
   */
  public synchronized K current() throws ProviderException {
    K now = known;
    if (now == null || System.nanoTime() - readAt > AGAIN_AFTER.toNanos()) {
      now = read();
    }
    return now;
  }

  /** Others than these, which were refused; empty if the Secret still holds the same. */
  public synchronized Optional<K> insteadOf(K refused) throws ProviderException {
    K now = read();
    return now.equals(refused) ? Optional.empty() : Optional.of(now);
  }

  private K read() throws ProviderException {
    K read = form.of(new Entries(secret, secrets.find(secret)));
    known = read;
    readAt = System.nanoTime();
    return read;
  }

  /**
   * What a Secret holds.
   *
   * @param found absent if there is no such Secret
   */
  public record Entries(ObjectKey secret, Optional<ApiObject> found) {

    /**
     * An entry that must be there.
     *
     * @throws ProviderException.Denied if it is not, naming the Secret and the entry
     */
    public String required(String name) throws ProviderException.Denied {
      String value = Secrets.entry(found, name);
      if (value.isEmpty()) {
        throw denied(found.isEmpty() ? "does not exist" : "has no " + name);
      }
      return value;
    }

    /**
     * An entry that is the address of an API.
     *
     * @param otherwise what to use if it is not there
     * @throws ProviderException.Denied if it is more, or less, than http(s)://host
     */
    public String address(String name, String otherwise) throws ProviderException.Denied {
      String value = Secrets.entry(found, name);
      if (!value.isEmpty() && !value.matches("https?://[^/@\\s]+")) {
        throw denied("has an entry " + name + " that is not http(s)://host");
      }
      return value.isEmpty() ? otherwise : value;
    }

    private ProviderException.Denied denied(String why) {
      return new ProviderException.Denied(
          "Secret %s %s: give it the cluster's API key".formatted(secret, why), null);
    }

    @Override
    public String toString() {
      return "Entries[" + secret + "]";
    }
  }
}
