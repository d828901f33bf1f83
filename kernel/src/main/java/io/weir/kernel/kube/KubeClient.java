package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Single reads and writes. Every write names what it was based on, so that a change by someone else
 * is never overwritten, and nothing is sent that changes nothing. Every method throws {@link
 * KubeException}; none repeats a request.
 */
public final class KubeClient {

  /** The field manager of all that Weir writes. */
  public static final String FIELD_MANAGER = "weir";

  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String APPLY_PATCH = "application/apply-patch+yaml";
  private static final String JSON = "application/json";
  private static final int PAGE = 500;

  /** No kind: what messages and metrics call the path of that name. */
  private static final GroupKind VERSION = new GroupKind("", "version");

  private final KubeHttp http;
  private final ResourceLookup kinds;
  private final Consumer<ApiObject> onWrite;
  private final Duration timeout;

  /**
   * A client of one API server.
   *
   * @param written is given every object that a write returned
   */
  public KubeClient(KubeHttp http, ResourceLookup kinds, Consumer<ApiObject> written) {
    this(http, kinds, written, KubeHttp.REQUEST_TIMEOUT);
  }

  private KubeClient(
      KubeHttp http, ResourceLookup kinds, Consumer<ApiObject> written, Duration timeout) {
    this.http = http;
    this.kinds = kinds;
    this.onWrite = written;
    this.timeout = timeout;
  }

  /** The same client, whose requests may take only so long. */
  public KubeClient withTimeout(Duration limit) {
    return new KubeClient(http, kinds, onWrite, limit);
  }

  /**
   * The same client for passes to a server of others: the guard lets its requests go or holds them
   * back, and answers may be as long as Nodes and tokens are.
   */
  public KubeClient guardedBy(RequestGuard requestGuard) {
    return new KubeClient(
        http.guardedBy(requestGuard, AnswerLimits.GUARDED_OBJECT_BYTES), kinds, onWrite, timeout);
  }

  /** The version that the server says it is, such as {@code v1.35.4}. */
  public String serverVersion() {
    var requestInfo = new RequestInfo("get", VERSION, new ObjectKey("", ""));
    byte[] answer = http.send(requestInfo, "GET", "/version", null, null, timeout);
    return KubeHttp.parse(requestInfo, answer).path("gitVersion").asText("");
  }

  /** Reads an object from the server, past every cache; empty if it does not exist. */
  public Optional<ApiObject> get(GroupKind kind, ObjectKey key) {
    var requestInfo = new RequestInfo("get", kind, key);
    try {
      return Optional.of(
          read(requestInfo, http.send(requestInfo, "GET", path(requestInfo), null, null, timeout)));
    } catch (KubeException.NotFound absent) {
      return Optional.empty();
    }
  }

  /**
   * Lists objects from the server, past every cache.
   *
   * @param namespace empty for all namespaces
   */
  public List<ApiObject> list(GroupKind kind, String namespace, ObjectSelector selector) {
    var requestInfo = new RequestInfo("list", kind, new ObjectKey(namespace, ""));
    Resource resource = resource(requestInfo);
    var found = new ArrayList<ApiObject>();
    var tokens = new ContinueTokens();
    String token = "";
    do {
      String query =
          "?limit="
              + PAGE
              + part(selector.queryParameter(), selector.queryValue())
              + part("continue", token);
      byte[] answer = http.page(requestInfo, resource.collectionPath(namespace) + query, timeout);
      JsonNode page = KubeHttp.parse(requestInfo, answer);
      for (JsonNode item : page.path("items")) {
        found.add(whole(resource, object(requestInfo, item)));
      }
      try {
        token = tokens.next(page.path("metadata").path("continue").asText(""));
      } catch (IOException endless) {
        throw KubeExceptionFactory.noResponse(requestInfo, endless);
      }
    } while (!token.isEmpty());
    return found;
  }

  /** Creates the object and gives it back as stored. */
  public ApiObject create(ObjectNode object) {
    var base = new ApiObject(object);
    var requestInfo = new RequestInfo("create", base.groupKind(), base.key());
    String path =
        resource(requestInfo).collectionPath(base.namespace()) + "?fieldManager=" + FIELD_MANAGER;
    return wrote(requestInfo, http.send(requestInfo, "POST", path, JSON, object, timeout));
  }

  /**
   * Changes the object without its status, if the edit changes anything.
   *
   * @param base the object as last seen; someone's later change makes this a Conflict
   * @param edit changes a copy of the whole object
   * @return the object after the change; {@code base} itself if the edit changed nothing
   */
  public ApiObject edit(ApiObject base, Consumer<ObjectNode> edit) {
    ObjectNode before = base.copyTree();
    ObjectNode after = base.copyTree();
    edit.accept(after);
    before.remove("status");
    after.remove("status");
    return patch(base, MergePatches.between(before, after), Subresource.MAIN);
  }

  /**
   * Sets annotations, whatever else has changed since the object was seen, as long as it is the
   * same object.
   *
   * @param annotations values by key; an absent value removes one
   * @return the object after the change
   */
  public ApiObject annotate(ApiObject base, Map<String, Optional<String>> annotations) {
    var requestInfo = new RequestInfo("patch", base.groupKind(), base.key());
    ObjectNode body = Json.MAPPER.createObjectNode();
    ObjectNode metadata = body.putObject("metadata").put("uid", base.uid());
    ObjectNode changed = metadata.putObject("annotations");
    annotations.forEach(
        (key, value) ->
            value.ifPresentOrElse(text -> changed.put(key, text), () -> changed.putNull(key)));
    return patchSame(requestInfo, "?fieldManager=" + FIELD_MANAGER, MERGE_PATCH, body);
  }

  /** Changes the status, as {@link #edit} does; the edit gets a copy of the status, maybe empty. */
  public ApiObject editStatus(ApiObject base, Consumer<ObjectNode> edit) {
    ObjectNode tree = base.copyTree();
    ObjectNode after = tree.withObject("/status");
    JsonNode before = after.deepCopy();
    edit.accept(after);
    ObjectNode change = MergePatches.between(before, after);
    ObjectNode patch = Json.MAPPER.createObjectNode();
    if (!change.isEmpty()) {
      patch.set("status", change);
    }
    return patch(base, patch, Subresource.STATUS);
  }

  /**
   * Sends a merge patch that holds only if the object is still as {@code base}. An empty patch is
   * not sent.
   *
   * @return the object after the change
   */
  public ApiObject patch(ApiObject base, ObjectNode patch, Subresource part) {
    if (patch.isEmpty()) {
      return base;
    }
    var requestInfo = new RequestInfo("patch", base.groupKind(), base.key());
    ObjectNode body = patch.deepCopy();
    body.withObject("/metadata").put("resourceVersion", base.resourceVersion());
    String path = path(requestInfo) + part.path() + "?fieldManager=" + FIELD_MANAGER;
    return wrote(requestInfo, http.send(requestInfo, "PATCH", path, MERGE_PATCH, body, timeout));
  }

  /**
   * Creates the object or brings the fields named in it to these values, taking them over from
   * whoever set them. Only for objects that are ours as a whole. If it names a UID, an object with
   * another one is a Conflict.
   */
  public ApiObject apply(ObjectNode object) {
    return apply(object, "?force=true&fieldManager=");
  }

  /**
   * The same without taking over: a field that somebody else has set to another value is a
   * Conflict.
   */
  public ApiObject applyUnforced(ObjectNode object) {
    return apply(object, "?fieldManager=");
  }

  private ApiObject apply(ObjectNode object, String options) {
    var base = new ApiObject(object);
    var requestInfo = new RequestInfo("apply", base.groupKind(), base.key());
    return patchSame(requestInfo, options + FIELD_MANAGER, APPLY_PATCH, object);
  }

  /**
   * Only the server's validation compares UIDs in a patch, and calls another one a changed field.
   */
  private ApiObject patchSame(
      RequestInfo requestInfo, String options, String type, ObjectNode body) {
    try {
      String path = path(requestInfo) + options;
      return wrote(requestInfo, http.send(requestInfo, "PATCH", path, type, body, timeout));
    } catch (KubeException.Invalid invalid) {
      if (invalid.fields().contains("metadata.uid")) {
        throw new KubeException.Conflict(String.valueOf(invalid.getMessage()));
      }
      throw invalid;
    }
  }

  /** Asks for the removal of exactly this object; one that is gone already is a success. */
  public void delete(ApiObject object, PropagationPolicy propagationPolicy) {
    ObjectNode options = options(propagationPolicy);
    options.withObject("/preconditions").put("uid", object.uid());
    delete(new RequestInfo("delete", object.groupKind(), object.key()), options);
  }

  /**
   * Asks for the removal of exactly this object, if nobody changed it since it was read.
   *
   * @throws KubeException.Conflict if it has changed
   */
  public void deleteUnchanged(ApiObject object, PropagationPolicy propagationPolicy) {
    ObjectNode options = options(propagationPolicy);
    options
        .withObject("/preconditions")
        .put("uid", object.uid())
        .put("resourceVersion", object.resourceVersion());
    delete(new RequestInfo("delete", object.groupKind(), object.key()), options);
  }

  private void delete(RequestInfo requestInfo, ObjectNode options) {
    try {
      byte[] answer = http.send(requestInfo, "DELETE", path(requestInfo), JSON, options, timeout);
      if (KubeHttp.parse(requestInfo, answer).path("metadata").has("deletionTimestamp")) {
        wrote(requestInfo, answer);
      }
    } catch (KubeException.NotFound gone) {
      // What was asked for is so.
    }
  }

  private static ObjectNode options(PropagationPolicy propagationPolicy) {
    return Json.MAPPER
        .createObjectNode()
        .put("kind", "DeleteOptions")
        .put("apiVersion", "v1")
        .put("propagationPolicy", propagationPolicy.apiValue());
  }

  private ApiObject wrote(RequestInfo requestInfo, byte[] answer) {
    ApiObject object = read(requestInfo, answer);
    onWrite.accept(object);
    return object;
  }

  private ApiObject read(RequestInfo requestInfo, byte[] answer) {
    ObjectNode tree = object(requestInfo, KubeHttp.parse(requestInfo, answer));
    return whole(resource(requestInfo), tree);
  }

  private static ObjectNode object(RequestInfo requestInfo, JsonNode answer) {
    if (answer instanceof ObjectNode tree) {
      return tree;
    }
    throw new KubeException.Unavailable(
        "cannot " + requestInfo + ": no object in the response", requestInfo.isWrite());
  }

  private static ApiObject whole(Resource resource, ObjectNode tree) {
    if (tree.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    if (!tree.has("kind")) {
      tree.put("apiVersion", resource.apiVersion()).put("kind", resource.kind().kind());
    }
    return new ApiObject(tree);
  }

  private String path(RequestInfo requestInfo) {
    return resource(requestInfo).collectionPath(requestInfo.key().namespace())
        + "/"
        + encode(requestInfo.key().name());
  }

  private Resource resource(RequestInfo requestInfo) {
    return kinds
        .find(requestInfo.kind())
        .orElseThrow(
            () ->
                new KubeException.KindUnknown(
                    "cannot "
                        + requestInfo
                        + ": no matches for kind "
                        + requestInfo.kind()
                        + "; is its CRD installed?"));
  }

  private static String part(String name, String value) {
    return value.isEmpty() ? "" : "&" + name + "=" + encode(value);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
