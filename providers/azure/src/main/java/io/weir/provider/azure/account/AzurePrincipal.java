package io.weir.provider.azure.account;

import io.weir.provider.CloudIdentity;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who a pool's calls are made as, and how that is proven; what the identity of a scope has as its
 * {@linkplain CloudIdentity.OfObject#principal() principal}.
 *
 * @param proof what proves it
 * @param tenant the tenant
 * @param client the client ID of the application or managed identity
 * @param file where the proof lies on the manager's own machine; empty if it lies elsewhere
 */
public record AzurePrincipal(Proof proof, String tenant, String client, String file) {

  private static final Pattern TENANT =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");
  private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** What proves who somebody is. */
  public enum Proof {
    /** A password in the identity's Secret. */
    CLIENT_SECRET,
    /** A certificate with its key, in the identity's Secret or in a file. */
    CERTIFICATE,
    /** A token of the manager's ServiceAccount. */
    SERVICE_ACCOUNT_TOKEN,
    /** The machine that the manager runs on. */
    MACHINE;

    /** Whether it is the manager's own, so that whoever is lent it acts as the manager. */
    boolean isOfManager() {
      return this == SERVICE_ACCOUNT_TOKEN || this == MACHINE;
    }
  }

  /** Whether the tenant and the client can be such: they become parts of addresses and forms. */
  static boolean isPossible(String tenant, String client) {
    return TENANT.matcher(tenant).matches() && CLIENT.matcher(client).matches();
  }

  /** Whether what proves it is the manager's own. */
  boolean isOfManager() {
    return proof.isOfManager() || !file.isEmpty();
  }

  /** The form in which an identity has it. */
  String text() {
    return "%s %s %s %s".formatted(proof, tenant, client, file).strip();
  }

  /** Reads {@link #text}; empty if it is not of that form. */
  public static Optional<AzurePrincipal> of(CloudIdentity identity) {
    if (!(identity instanceof CloudIdentity.OfObject named)) {
      return Optional.empty();
    }
    String[] parts = named.principal().split(" ", 4);
    return Arrays.stream(Proof.values())
        .filter(proof -> parts.length >= 3 && proof.name().equals(parts[0]))
        .filter(_ -> isPossible(parts[1], parts[2]))
        .findFirst()
        .map(
            proof ->
                new AzurePrincipal(proof, parts[1], parts[2], parts.length == 4 ? parts[3] : ""));
  }
}
