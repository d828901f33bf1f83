package io.weir.sandbox.cloud.gcp;

import io.weir.clouds.gcp.login.AccessTokens;
import io.weir.sandbox.cloud.TokenAuthenticator;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Who may enter the clusters of a simulated Kubernetes Engine: whoever has an access token of
 * Google's, as the user that its service account is, without rights unless it is given some.
 */
record GkeAuthenticator(InstantSource clock) implements TokenAuthenticator {

  @Override
  public Optional<User> authenticate(String token) {
    return AccessTokens.user(token, clock.instant()).map(name -> new User(name, List.of()));
  }
}
