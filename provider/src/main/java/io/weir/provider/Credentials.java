package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.util.Optional;

/**
 * The credentials of a scope, from the Secret that its identity names. Nothing is cached: each call
 * reads the Secret, so new credentials take effect at once, and those of a deleted Secret stop
 * working. Safe for concurrent use.
 *
 * @param <K> the cloud's credential type; its {@code toString} reveals no secret
 */
public final class Credentials<K> {

  /** Reads credentials from a Secret's entries. */
  @FunctionalInterface
  public interface Form<K> {
    K of(Entries entries) throws ProviderException.Denied;
  }

  private final Secrets secrets;
  private final ObjectKey secret;
  private final Form<K> form;

  /**
   * The credentials of this scope.
   *
   * @throws IllegalArgumentException if its identity is not a Secret
   */
  public Credentials(Secrets secrets, Scope scope, Form<K> form) {
    this.secrets = secrets;
    this.secret =
        scope
            .secret()
            .orElseThrow(
                () -> new IllegalArgumentException("the identity is not a Secret: " + scope));
    this.form = form;
  }

  /** The Secret that holds them. */
  public ObjectKey secret() {
    return secret;
  }

  /**
   * The credentials to use for a call.
   *
   * @throws ProviderException.Denied if the Secret holds none
   */
  public K current() throws ProviderException {
    return form.of(new Entries(secret, secrets.find(secret)));
  }

  /** Credentials other than these, which were refused; empty if the Secret still holds the same. */
  public Optional<K> insteadOf(K refused) throws ProviderException {
    K now = current();
    return now.equals(refused) ? Optional.empty() : Optional.of(now);
  }

  /**
   * What a Secret holds.
   *
   * @param found absent if there is no such Secret
   */
  public record Entries(ObjectKey secret, Optional<ApiObject> found) {

    /**
     * A required entry.
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
     * @param otherwise the default if the entry is missing
     * @throws ProviderException.Denied if it is anything but http(s)://host
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
