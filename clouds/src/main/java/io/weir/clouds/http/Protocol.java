package io.weir.clouds.http;

import io.weir.clouds.site.SiteServices;
import java.util.Set;

/**
 * How a cloud's API is spoken.
 *
 * @param <S> what the cloud offers in a site
 */
public interface Protocol<S extends SiteServices> {
  /** A request in it. */
  ApiRequest<S> open(WireRequest request);

  /** The names of all calls that it knows. */
  Set<String> actions();
}
