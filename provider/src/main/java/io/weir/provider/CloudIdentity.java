package io.weir.provider;

import io.weir.api.Excerpt;
import io.weir.api.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * Whose credentials make the calls; never a secret itself. Its text leaves out what is read from
 * the object. It is a reference and proves nothing: {@link PoolProvider#authorize} decides who may
 * use it.
 */
public sealed interface CloudIdentity {

  /** The credentials of the manager's own process. */
  record Ambient() implements CloudIdentity {
    @Override
    public String toString() {
      return "manager";
    }
  }

  /**
   * The credentials in a Secret. The manager watches the Secret; when its data changes, refused
   * pools and observations are retried at once.
   */
  record OfSecret(ObjectKey secret) implements CloudIdentity {
    public OfSecret {
      requireName(secret.namespace());
      requireName(secret.name());
    }

    @Override
    public String toString() {
      return "Secret/" + secret;
    }
  }

  /**
   * An object that stands for an identity, such as AWSClusterControllerIdentity/default.
   *
   * @param object its key; without a namespace if its kind has none
   * @param secret the Secret in which it keeps its credentials; empty if it keeps none, and as long
   *     as {@link PoolProvider#authorize} has not read the object
   * @param principal who it is in the cloud, in the provider's own form and without a secret; empty
   *     as long as the object has not been read, and where the Secret says it
   */
  record OfObject(String kind, ObjectKey object, Optional<ObjectKey> secret, String principal)
      implements CloudIdentity {
    public OfObject {
      requireName(kind);
      requireName(object.name());
      if (!object.namespace().isEmpty()) {
        requireName(object.namespace());
      }
    }

    /** One whose Secret says all that the cloud must be told. */
    public OfObject(String kind, ObjectKey object, Optional<ObjectKey> secret) {
      this(kind, object, secret, "");
    }

    /** One that has not been read. */
    public OfObject(String kind, ObjectKey object) {
      this(kind, object, Optional.empty());
    }

    @Override
    public String toString() {
      return kind + "/" + object;
    }
  }

  /** The Secret that holds the credentials; empty if none does. */
  default Optional<ObjectKey> credentialsSecret() {
    return switch (this) {
      case Ambient _ -> Optional.empty();
      case OfSecret(ObjectKey secret) -> Optional.of(secret);
      case OfObject(_, _, Optional<ObjectKey> secret, _) -> secret;
    };
  }

  /**
   * Reads what {@code toString} gives.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  static CloudIdentity parse(String text) {
    if (text.equals("manager")) {
      return new Ambient();
    }
    List<String> parts = List.of(text.split("/", -1));
    boolean named = parts.stream().allMatch(CloudIdentity::isName);
    if (!named || parts.size() < 2 || parts.size() > 3) {
      throw new IllegalArgumentException("not an identity: " + Excerpt.of(text));
    }
    String kind = parts.getFirst();
    var key = new ObjectKey(parts.size() == 3 ? parts.get(1) : "", parts.getLast());
    return kind.equals("Secret") ? new OfSecret(key) : new OfObject(kind, key);
  }

  private static boolean isName(String part) {
    return part.matches("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");
  }

  private static void requireName(String part) {
    if (!isName(part)) {
      throw new IllegalArgumentException("'" + Excerpt.of(part) + "' is no name in an identity");
    }
  }
}
