package io.weir.bootstrap.token;

import java.time.Instant;

/**
 * A token that data contains, or is to contain.
 *
 * @param token the token
 * @param issuedAt when it was made
 */
public record IssuedToken(JoinToken token, Instant issuedAt) {}
