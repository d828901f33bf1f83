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
public final class SecretCredentials<K> implements CallCredentials<K> {

  /** Reads credentials from a Secret's entries. */
  @FunctionalInterface
  public interface CredentialsParser<K> {
    K parse(SecretEntries secretEntries) throws ProviderException.Denied;
  }

  private final SecretReader secretReader;
  private final ObjectKey secret;
  private final CredentialsParser<K> credentialsParser;

  /**
   * The credentials of this scope.
   *
   * @throws IllegalArgumentException if its identity is not a Secret
   */
  public SecretCredentials(
      SecretReader secretReader, CloudScope cloudScope, CredentialsParser<K> credentialsParser) {
    this.secretReader = secretReader;
    this.secret =
        cloudScope
            .identity()
            .credentialsSecret()
            .orElseThrow(
                () -> new IllegalArgumentException("the identity is not a Secret: " + cloudScope));
    this.credentialsParser = credentialsParser;
  }

  /** The Secret that holds them. */
  public ObjectKey secretKey() {
    return secret;
  }

  /**
   * The credentials to use for a call.
   *
   * @throws ProviderException.Denied if the Secret holds none
   */
  @Override
  public K current() throws ProviderException {
    return credentialsParser.parse(new SecretEntries(secret, secretReader.find(secret)));
  }

  /** Credentials other than these, which were refused; empty if the Secret still holds the same. */
  @Override
  public Optional<K> replacementFor(K refused) throws ProviderException {
    K now = current();
    return now.equals(refused) ? Optional.empty() : Optional.of(now);
  }

  /**
   * What a Secret holds.
   *
   * @param secret absent if there is no such Secret
   */
  public record SecretEntries(ObjectKey key, Optional<ApiObject> secret) {

    /**
     * A required entry.
     *
     * @throws ProviderException.Denied if it is not, naming the Secret and the entry
     */
    public String required(String name) throws ProviderException.Denied {
      return required(name, "give it the cluster's API key");
    }

    /**
     * A required entry.
     *
     * @param remedy what to do if it is missing
     * @throws ProviderException.Denied if it is, naming the Secret and the entry
     */
    public String required(String name, String remedy) throws ProviderException.Denied {
      String value = SecretReader.entry(secret, name);
      if (value.isEmpty()) {
        throw denied((secret.isEmpty() ? "does not exist" : "has no " + name) + ": " + remedy);
      }
      return value;
    }

    /**
     * An entry that is the address of an API; the standard one if there is no such entry.
     *
     * @throws ProviderException.Denied if it may not be called
     */
    public String address(String name, ApiAddresses apiAddresses) throws ProviderException.Denied {
      String value = SecretReader.entry(secret, name);
      if (value.isEmpty()) {
        return apiAddresses.standard();
      }
      return apiAddresses
          .admit(value)
          .orElseThrow(
              () ->
                  denied(
                      "has an entry %s that the manager may not call: remove it, or allow it with the manager's option %s=https://host"
                          .formatted(name, apiAddresses.option())));
    }

    private ProviderException.Denied denied(String why) {
      return new ProviderException.Denied("Secret %s %s".formatted(key, why), null);
    }

    @Override
    public String toString() {
      return "SecretEntries[" + key + "]";
    }
  }
}
