package io.weir.provider;

import java.time.Instant;

/**
 * How the API server of one cluster is reached for a while.
 *
 * @param server its URL, https
 * @param caPem certificates that the server's must be signed by; empty for those that the system
 *     trusts
 * @param token what a request says who it is of; secret
 * @param expiry when the token is accepted no longer
 * @param rights what people do if the API server does not accept the token or grants too little,
 *     for example {@code give the identity an access entry}
 */
public record ClusterCredentials(
    String server, String caPem, String token, Instant expiry, String rights) {

  /** The token is secret. */
  @Override
  public String toString() {
    return "ClusterCredentials[server=%s, expiry=%s]".formatted(server, expiry);
  }
}
