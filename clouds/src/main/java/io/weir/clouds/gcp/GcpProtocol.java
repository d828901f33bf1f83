package io.weir.clouds.gcp;

import io.weir.clouds.gcp.login.LoginRequest;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.http.ApiRequest;
import io.weir.clouds.http.Protocol;
import io.weir.clouds.http.WireRequest;
import java.util.Set;
import java.util.TreeSet;

/**
 * Three services at one address, which Google has at one each: the third gives out tokens.
 *
 * @param seed who may have a token
 * @param compute Compute Engine, below {@code /compute}
 * @param container Kubernetes Engine
 */
record GcpProtocol(
    GcpSeedData seed, Protocol<ProjectServices> compute, Protocol<ProjectServices> container)
    implements Protocol<ProjectServices> {

  @Override
  public ApiRequest<ProjectServices> open(WireRequest request) {
    if (LoginRequest.isLogin(request)) {
      return LoginRequest.of(seed, request);
    }
    return (request.path().startsWith("/v1/") ? container : compute).open(request);
  }

  @Override
  public Set<String> actions() {
    var all = new TreeSet<>(compute.actions());
    all.addAll(container.actions());
    all.add(LoginRequest.ACTION);
    return all;
  }
}
