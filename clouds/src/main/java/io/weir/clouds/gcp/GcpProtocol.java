package io.weir.clouds.gcp;

import io.weir.clouds.http.ApiRequest;
import io.weir.clouds.http.Protocol;
import io.weir.clouds.http.WireRequest;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two services at one address, which Google has at one each.
 *
 * @param compute Compute Engine, below {@code /compute}
 * @param container Kubernetes Engine
 */
record GcpProtocol(Protocol<ProjectServices> compute, Protocol<ProjectServices> container)
    implements Protocol<ProjectServices> {

  @Override
  public ApiRequest<ProjectServices> open(WireRequest request) {
    return (request.path().startsWith("/v1/") ? container : compute).open(request);
  }

  @Override
  public Set<String> actions() {
    var all = new TreeSet<>(compute.actions());
    all.addAll(container.actions());
    return all;
  }
}
