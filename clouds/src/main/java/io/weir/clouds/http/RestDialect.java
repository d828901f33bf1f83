package io.weir.clouds.http;

import io.weir.clouds.CloudFault;
import java.util.Map;

/**
 * How one cloud speaks REST: who may call, and how errors are worded.
 *
 * @param <C> a call in the cloud's own terms
 */
public interface RestDialect<C> {
  /** Name of the service, for the journal. */
  String service();

  /**
   * The call that a request is.
   *
   * @throws RestErrorException when whoever calls may not, or the request is none of this API
   */
  C toCall(RestRequest request);

  /** Name of the site that it is for. */
  String site(C call);

  /** What it is about, in a word that a person would use; empty when it names nothing. */
  String resource(RestRequest request, C call);

  /** What every answer to a request carries, whatever it says. */
  default Map<String, String> responseHeaders(WireRequest request) {
    return Map.of();
  }

  /** How a fault that has an answer is worded. */
  RestErrorException refusal(CloudFault.Kind kind, boolean write);

  /** Nothing answers at this path. */
  RestErrorException unknownPath(WireRequest request);

  /** The body is no JSON object. */
  RestErrorException malformedBody();

  /** The service has made a mistake. */
  RestErrorException internalError();
}
