package io.weir.clouds.gcp.container;

import io.weir.clouds.gcp.wire.GcpErrorException;
import java.util.Arrays;

/**
 * The codes of errors of Google's younger services, as far as they are met here.
 *
 * @see <a href="https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto">Codes
 *     and HTTP statuses</a>
 */
public enum RpcCode {
  /** Whatever the state, this cannot be done. */
  INVALID_ARGUMENT(3, 400, "badRequest"),
  /** There is none. */
  NOT_FOUND(5, 404, "notFound"),
  /** There is one. */
  ALREADY_EXISTS(6, 409, "alreadyExists"),
  /** The caller lacks a right. */
  PERMISSION_DENIED(7, 403, "forbidden"),
  /** Too many calls, or no capacity. */
  RESOURCE_EXHAUSTED(8, 429, "rateLimitExceeded"),
  /** Not in this state. */
  FAILED_PRECONDITION(9, 400, "failedPrecondition"),
  /** Somebody else was first. */
  ABORTED(10, 409, "aborted"),
  /** A mistake of the service. */
  INTERNAL(13, 500, "backendError"),
  /** Not now. */
  UNAVAILABLE(14, 503, "backendError");

  private final int number;
  private final int status;
  private final String reason;

  RpcCode(int number, int status, String reason) {
    this.number = number;
    this.status = status;
    this.reason = reason;
  }

  /** The one of a name; for others an internal error. */
  static RpcCode of(String name) {
    return Arrays.stream(values())
        .filter(code -> code.name().equals(name))
        .findFirst()
        .orElse(INTERNAL);
  }

  /** As operations tell it. */
  int number() {
    return number;
  }

  /** An answer with this code. */
  public GcpErrorException error(String message) {
    return GcpErrorException.ofRpc(status, name(), reason, message, "");
  }

  /** The same with a reason that programs can tell apart. */
  GcpErrorException error(String message, String detail) {
    return GcpErrorException.ofRpc(status, name(), reason, message, detail);
  }
}
