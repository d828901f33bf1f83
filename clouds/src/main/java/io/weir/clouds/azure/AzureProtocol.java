package io.weir.clouds.azure;

import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.authorization.AllowedActions;
import io.weir.clouds.azure.login.AccessTokens;
import io.weir.clouds.azure.login.LoginRequest;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.http.ApiRequest;
import io.weir.clouds.http.Protocol;
import io.weir.clouds.http.RestProtocol;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.site.CloudContext;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Azure Resource Manager and the place where tokens are given out, at one address. */
final class AzureProtocol implements Protocol<SubscriptionServices> {
  private final AzureSeedData seed;
  private final AccessTokens tokens;
  private final AzureDialect dialect;
  private final RestProtocol<SubscriptionServices, ArmCall> manager;

  AzureProtocol(AzureSeedData seed, CloudContext context) {
    this.seed = seed;
    tokens = new AccessTokens(seed.tenant());
    dialect = new AzureDialect(seed, tokens, context);
    manager = new RestProtocol<>(AzureRoutes.all(), dialect);
  }

  void restrict(Optional<AllowedActions> actions) {
    dialect.restrict(actions);
  }

  @Override
  public ApiRequest<SubscriptionServices> open(WireRequest request) {
    return LoginRequest.isLogin(request)
        ? LoginRequest.of(seed, tokens, request)
        : manager.open(request);
  }

  @Override
  public Set<String> actions() {
    Set<String> actions = new TreeSet<>(manager.actions());
    actions.add(LoginRequest.ACTION);
    return actions;
  }
}
