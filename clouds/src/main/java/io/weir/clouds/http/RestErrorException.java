package io.weir.clouds.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** An error with a body in JSON. */
public class RestErrorException extends ApiErrorException {
  private static final long serialVersionUID = 1;

  private final transient Map<String, String> headers;
  private final transient ObjectNode body;

  /**
   * Makes one.
   *
   * @param status of HTTP
   * @param code what programs tell errors apart by
   * @param message what people read
   * @param headers that come with it
   * @param body as the cloud forms it
   */
  public RestErrorException(
      int status, String code, String message, Map<String, String> headers, ObjectNode body) {
    super(status, code, message);
    this.headers = Map.copyOf(headers);
    this.body = body;
  }

  /** The body of the answer. */
  public final ObjectNode body() {
    return body.deepCopy();
  }

  RestResponse toRestResponse() {
    return new RestResponse(status(), headers, body);
  }
}
