package io.weir.provider.azure.account.calls;

import java.time.Duration;

/**
 * A token as it was given out.
 *
 * @param token what requests carry
 * @param life how long it is good
 */
public record IssuedToken(BearerToken token, Duration life) {}
