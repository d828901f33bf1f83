package io.weir.manager.infrapool;

import io.weir.kernel.kube.KubeException;
import io.weir.provider.ProviderException;

/** What can be done about a refused write to the management cluster; pure. */
final class ObjectWriteErrors {

  private ObjectWriteErrors() {}

  /**
   * Sorts an error.
   *
   * @param ofKnownObject whether the write was meant for the object that was seen: a conflict then
   *     means that it is another by now, and else that somebody has set a field
   */
  static ProviderException of(KubeException error, boolean ofKnownObject) {
    String message = String.valueOf(error.getMessage());
    return switch (error) {
      case KubeException.TooManyRequests slow ->
          new ProviderException.Throttled(message, slow.retryAfter(), error);
      case KubeException.Reverted undone ->
          new ProviderException.Throttled(message, undone.retryAfter(), error);
      case KubeException.Unavailable unavailable ->
          unavailable.mayHaveTakenEffect()
              ? new ProviderException.Ambiguous(message, error)
              : new ProviderException.Transient(message, error);
      case KubeException.Conflict _ ->
          ofKnownObject
              ? new ProviderException.Ambiguous(message, error)
              : new ProviderException.Rejected(message, error);
      case KubeException.Forbidden _ -> new ProviderException.Denied(message, error);
      case KubeException.KindUnknown _ ->
          new ProviderException.Rejected(message + ": install its CRD", error);
      case KubeException.Invalid _, KubeException.AlreadyExists _ ->
          new ProviderException.Rejected(message, error);
      case KubeException.NotFound _,
          KubeException.NamespaceTerminating _,
          KubeException.Expired _ ->
          new ProviderException.Transient(message, error);
    };
  }
}
