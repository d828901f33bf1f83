package io.weir.controlplane.audit;

import java.time.Instant;

/**
 * One request to the API server. A request that goes on (a watch) is told of when it begins, any
 * other when it is answered.
 *
 * @param id the API server's own number for it
 * @param user the account, such as {@code system:serviceaccount:default:x}
 * @param verb get, list, watch, create, update, patch, delete, deletecollection; or the HTTP method
 *     in lower case for what is no resource
 * @param group API group; empty for the core group and for what is no resource
 * @param version API version; empty for what is no resource
 * @param resource the plural, such as {@code pods}; empty for what is no resource
 * @param subresource such as {@code status}; empty for none
 * @param namespace empty for none
 * @param name empty for lists, and for creations that leave the name to the server
 * @param code HTTP status; 0 when the log does not tell
 * @param errorMessage why the server refused it, in its words; empty for what succeeded
 * @param uri the path with its query
 * @param userAgent empty when the client sent none
 * @param body what was sent, as JSON text; empty where the policy does not have it logged
 * @param received when the request arrived
 * @param logged when it was answered, or when a watch began
 * @param stage ResponseStarted for what goes on, Panic for what broke the server, else
 *     ResponseComplete
 */
public record AuditRecord(
    String id,
    String user,
    String verb,
    String group,
    String version,
    String resource,
    String subresource,
    String namespace,
    String name,
    int code,
    String errorMessage,
    String uri,
    String userAgent,
    String body,
    Instant received,
    Instant logged,
    String stage) {

  /** What was asked for, without who and which one. */
  public ResourceType resourceType() {
    return new ResourceType(group, resource, subresource);
  }

  /** The same without what was sent, for whoever keeps many. */
  AuditRecord withoutBody() {
    return body.isEmpty()
        ? this
        : new AuditRecord(
            id,
            user,
            verb,
            group,
            version,
            resource,
            subresource,
            namespace,
            name,
            code,
            errorMessage,
            uri,
            userAgent,
            "",
            received,
            logged,
            stage);
  }

  /** Whether the verb may change something. */
  public boolean isWrite() {
    return switch (verb) {
      case "create", "update", "patch", "delete", "deletecollection", "post", "put" -> true;
      default -> false;
    };
  }

  /**
   * A kind of object, or of a part of it, as requests name it.
   *
   * @param group API group, empty for the core group
   * @param resource the plural; empty for what is no resource
   * @param subresource empty for the object itself
   */
  public record ResourceType(String group, String resource, String subresource) {
    /** Such as {@code machinepools.cluster.x-k8s.io/status}, {@code pods}, or {@code -}. */
    @Override
    public String toString() {
      String object = group.isEmpty() ? resource : resource + "." + group;
      if (object.isEmpty()) {
        return "-";
      }
      return subresource.isEmpty() ? object : object + "/" + subresource;
    }
  }
}
