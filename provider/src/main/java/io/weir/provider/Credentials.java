package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.util.Optional;

/**
 * The credentials of a scope, from the Secret that its identity names. Nothing of them is kept
 * here: each call takes what the Secret holds at that moment, so that new ones serve at once, and
 * those of a Secret that is gone no longer. Safe for concurrent use.
 *
 * @param <K> the cloud's form of them; a type whose text tells no secret
 */
public final class Credentials<K> {

  /** Makes credentials from what a Secret holds. */
  @FunctionalInterface
  public interface Form<K> {
    K of(Entries entries) throws ProviderException.Denied;
  }

  private final Secrets secrets;
  private final ObjectKey secret;
  private final Form<K> form;

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
   * Those to use for a call.
   *
   * @throws ProviderException.Denied if the Secret holds none
   */
  public K current() throws ProviderException {
    return form.of(new Entries(secret, secrets.find(secret)));
  }

  /** Others than these, which were refused; empty if the Secret still holds the same. */
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
