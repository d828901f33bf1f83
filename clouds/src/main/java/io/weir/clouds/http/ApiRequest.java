package io.weir.clouds.http;

import io.weir.clouds.LoopbackServer;
import io.weir.clouds.site.SiteServices;

/**
 * A request in the protocol of a cloud, before it is known what it asks.
 *
 * @param <S> what the cloud offers in a site
 */
public interface ApiRequest<S extends SiteServices> {
  /**
   * What it asks.
   *
   * @throws ApiErrorException when it is refused before it is a call: at an unknown path, or by
   *     nobody who may call
   */
  ApiCall<S> toCall();

  /** How an error is answered. */
  LoopbackServer.Response toResponse(ApiErrorException error);

  /** The cloud's words for a mistake of its own. */
  ApiErrorException internalError();
}
