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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Single reads and writes. Every write names what it was based on, so that a change by someone else
 * is never overwritten, and nothing is sent that changes nothing. Every method throws {@link
 * KubeException}; none repeats a request, but for a page of a list that was too large.
 */
public final class KubeClient {

  /** The field manager of all that Weir writes. */
  public static final String FIELD_MANAGER = "weir";

  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String APPLY_PATCH = "application/apply-patch+yaml";
  private static final String JSON = "application/json";

  /** How much smaller the pages are that follow one that was too large. */
  private static final int SMALLER = 4;

  private static final int PAGE = 500;

  /** No kind: what messages and metrics call the path of that name. */
  private static final GroupKind VERSION = new GroupKind("", "version");

  private static final GroupKind ACCESS_REVIEW =
      new GroupKind("authorization.k8s.io", "LocalSubjectAccessReview");

  private final KubeHttp http;
  private final ResourceLookup kinds;
  private final Consumer<ApiObject> onWrite;
  private final Duration timeout;
  private final WriteDamper damper;

  /**
   * A client of one API server.
   *
   * @param written is given every object that a write returned
   */
  public KubeClient(KubeHttp http, ResourceLookup kinds, Consumer<ApiObject> written) {
    this(http, kinds, written, System::nanoTime);
  }

  /**
   * The same in a time of its own.
   *
   * @param nanos the clock by which writes that are undone are held back; it only goes on
   */
  public KubeClient(
      KubeHttp http, ResourceLookup kinds, Consumer<ApiObject> written, LongSupplier nanos) {
    this(http, kinds, written, KubeHttp.REQUEST_TIMEOUT, new WriteDamper(nanos));
  }

  private KubeClient(
      KubeHttp http,
      ResourceLookup kinds,
      Consumer<ApiObject> written,
      Duration timeout,
      WriteDamper damper) {
    this.http = http;
    this.kinds = kinds;
    this.onWrite = written;
    this.timeout = timeout;
    this.damper = damper;
  }

  /**
   * From now on this is told, of every client made from this one, which object a write does not
   * last on, and how; at every attempt to repeat it. Must be quick.
   */
  public void onRevert(BiConsumer<ApiObject, String> told) {
    damper.tell(told);
  }

  /** The same client, whose requests may take only so long. */
  public KubeClient withTimeout(Duration limit) {
    return new KubeClient(http, kinds, onWrite, limit, damper);
  }

  /**
   * The same client for passes to a server of others: the guard lets its requests go or holds them
   * back, and answers may be as long as Nodes and tokens are.
   */
  public KubeClient guardedBy(RequestGuard requestGuard) {
    return new KubeClient(
        http.guardedBy(requestGuard, AnswerLimits.GUARDED_OBJECT_BYTES),
        kinds,
        onWrite,
        timeout,
        damper);
  }

  /**
   * How far the server's clock is ahead of that of this process, by the Date of its answers so far:
   * negative if it is behind, zero if they agree.
   */
  public Duration clockAhead() {
    return http.clockAhead();
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
    var bounds = new ListBounds(PAGE, AnswerLimits.PAGE_BYTES, Integer.MAX_VALUE);
    return list(kind, namespace, selector, bounds, Optional::of);
  }

  /**
   * The same, of which a page at a time is in memory and only what is made of it is kept. Where a
   * page is too large, smaller ones are asked for from there on.
   *
   * @param made empty for what is not kept
   */
  public <T> List<T> list(
      GroupKind kind,
      String namespace,
      ObjectSelector selector,
      ListBounds bounds,
      Function<ApiObject, Optional<T>> made) {
    var requestInfo = new RequestInfo("list", kind, new ObjectKey(namespace, ""));
    Resource resource = resource(requestInfo);
    var found = new ArrayList<T>();
    var tokens = new ContinueTokens();
    String token = "";
    int size = bounds.pageSize();
    boolean whole = false;
    while (!whole) {
      bounds.beforePage().run();
      String query =
          "?limit="
              + size
              + part(selector.queryParameter(), selector.queryValue())
              + part("continue", token);
      String path = resource.collectionPath(namespace) + query;
      byte[] answer;
      try {
        answer = http.page(requestInfo, path, timeout, bounds.pageBytes());
      } catch (KubeException.Unavailable failure) {
        if (size == 1 || !(failure.getCause() instanceof AnswerTooLargeException)) {
          throw failure;
        }
        size = Math.max(1, size / SMALLER);
        continue;
      }
      JsonNode page = KubeHttp.parse(requestInfo, answer);
      if (page.path("items").size() > size) {
        throw KubeException.unreadable(
            requestInfo, "a page of more than %d objects".formatted(size));
      }
      for (JsonNode item : page.path("items")) {
        made.apply(whole(resource, object(requestInfo, item))).ifPresent(found::add);
      }
      if (found.size() > bounds.kept()) {
        throw KubeException.unreadable(requestInfo, "more than " + bounds.kept() + " objects");
      }
      try {
        token = tokens.next(page.path("metadata").path("continue").asText(""));
      } catch (IOException endless) {
        throw KubeExceptionFactory.noResponse(requestInfo, endless);
      }
      whole = token.isEmpty();
    }
    return found;
  }

  /**
   * Whether somebody may do something in a namespace, by the server's own authorizers.
   *
   * @param spec that of a LocalSubjectAccessReview: who, and what
   */
  public boolean isAllowed(String namespace, ObjectNode spec) {
    var requestInfo = new RequestInfo("create", ACCESS_REVIEW, new ObjectKey(namespace, ""));
    ObjectNode review =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", ACCESS_REVIEW.group() + "/v1")
            .put("kind", ACCESS_REVIEW.kind());
    review.putObject("metadata").put("namespace", namespace);
    review.set("spec", spec);
    String path =
        "/apis/authorization.k8s.io/v1/namespaces/%s/localsubjectaccessreviews"
            .formatted(encode(namespace));
    byte[] answer = http.send(requestInfo, "POST", path, JSON, review, timeout);
    return KubeHttp.parse(requestInfo, answer).path("status").path("allowed").asBoolean();
  }

  /** Creates the object and gives it back as stored. */
  public ApiObject create(ObjectNode object) {
    var base = new ApiObject(object);
    var requestInfo = new RequestInfo("create", base.groupKind(), base.key());
    String path =
        resource(requestInfo).collectionPath(base.namespace()) + "?fieldManager=" + FIELD_MANAGER;
    // Whose it is and what it is called: what it holds may be ever new.
    ObjectNode says = Json.MAPPER.createObjectNode();
    says.set("metadata", object.path("metadata"));
    WriteDamper.Attempt attempt = begin(base, requestInfo, "create", "", says);
    byte[] answer = http.send(requestInfo, "POST", path, JSON, object, timeout);
    damper.made(attempt, "");
    return wrote(requestInfo, answer);
  }

  /**
   * Changes the object without its status, if the edit changes anything.
   *
   * @param base the object as last seen; someone's later change makes this a Conflict
   * @param edit changes a copy of the whole object
   * @return the object after the change; {@code base} itself if the edit changed nothing
   */
  public ApiObject edit(ApiObject base, Consumer<ObjectNode> edit) {
    return patch(base, withoutStatus(base, edit), Subresource.MAIN);
  }

  /** What the edit changes beside the status. */
  private static ObjectNode withoutStatus(ApiObject base, Consumer<ObjectNode> edit) {
    ObjectNode before = base.copyTree();
    ObjectNode after = base.copyTree();
    edit.accept(after);
    before.remove("status");
    after.remove("status");
    return MergePatches.between(before, after);
  }

  /**
   * The same for what must stand there before anything is done that relies on it.
   *
   * @throws KubeException.Reverted if the server answered and did not keep it: no event need follow
   */
  public ApiObject editKept(ApiObject base, Consumer<ObjectNode> edit) {
    ObjectNode patch = withoutStatus(base, edit);
    if (PatchLeaves.of(patch).isEmpty()) {
      return base;
    }
    var requestInfo = new RequestInfo("patch", base.groupKind(), base.key());
    WriteDamper.Attempt attempt = attempt(base, patch, Subresource.MAIN);
    ApiObject written = send(base, patch, Subresource.MAIN, attempt);
    // What ends with this write is answered in its last version.
    boolean ends = base.isDeleting() && written.finalizers().isEmpty();
    boolean kept =
        (ends || !written.resourceVersion().equals(base.resourceVersion()))
            && PatchLeaves.isKeptBy(written.copyTree(), patch);
    if (!kept) {
      String message =
          "%s succeeded and was not kept (%s): change the admission policy or webhook that drops it, or install the kind's current CRD"
              .formatted(requestInfo, WriteDamper.fields(attempt.values()));
      damper.reverted(base, message);
      throw new KubeException.Reverted(message, WriteDamper.pauseAfter(attempt));
    }
    return written;
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
    WriteDamper.Attempt attempt =
        begin(base, requestInfo, Subresource.MAIN.path(), base.uid(), body);
    String path = path(requestInfo) + "?fieldManager=" + FIELD_MANAGER;
    return patchSame(requestInfo, path, MERGE_PATCH, body, attempt);
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
    return patch.isEmpty() ? base : send(base, patch, part, attempt(base, patch, part));
  }

  /**
   * Has the server judge a merge patch without storing it: admission and validation of what {@link
   * #patch} would send. An empty patch is not sent.
   *
   * @return the object as it would be
   */
  public ApiObject tryPatch(ApiObject base, ObjectNode patch) {
    if (patch.isEmpty()) {
      return base;
    }
    var requestInfo = new RequestInfo("patch", base.groupKind(), base.key());
    String path = path(requestInfo) + "?dryRun=All&fieldManager=" + FIELD_MANAGER;
    ObjectNode body = onlyIfUnchanged(base, patch);
    // Caches must not see what is not stored.
    return read(requestInfo, http.send(requestInfo, "PATCH", path, MERGE_PATCH, body, timeout));
  }

  private static ObjectNode onlyIfUnchanged(ApiObject base, ObjectNode patch) {
    ObjectNode body = patch.deepCopy();
    body.withObject("/metadata").put("resourceVersion", base.resourceVersion());
    return body;
  }

  private WriteDamper.Attempt attempt(ApiObject base, ObjectNode patch, Subresource part) {
    var requestInfo = new RequestInfo("patch", base.groupKind(), base.key());
    return begin(base, requestInfo, part.path(), base.uid(), patch);
  }

  private ApiObject send(
      ApiObject base, ObjectNode patch, Subresource part, WriteDamper.Attempt attempt) {
    var requestInfo = new RequestInfo("patch", base.groupKind(), base.key());
    ObjectNode body = onlyIfUnchanged(base, patch);
    String path = path(requestInfo) + part.path() + "?fieldManager=" + FIELD_MANAGER;
    String by = attempt.isSuspicious() ? whoSetThem(base, attempt) : "";
    byte[] answer = http.send(requestInfo, "PATCH", path, MERGE_PATCH, body, timeout);
    damper.made(attempt, by);
    return wrote(requestInfo, answer);
  }

  private WriteDamper.Attempt begin(
      ApiObject base, RequestInfo requestInfo, String part, String uid, JsonNode says) {
    try {
      return damper.begin(requestInfo, part, uid, says);
    } catch (KubeException.Reverted reverted) {
      damper.reverted(base, String.valueOf(reverted.getMessage()));
      throw reverted;
    }
  }

  /** In words, the field manager that holds what was undone; empty if none shows. */
  private String whoSetThem(ApiObject base, WriteDamper.Attempt attempt) {
    var requestInfo = new RequestInfo("get", base.groupKind(), base.key());
    try {
      byte[] answer = http.send(requestInfo, "GET", path(requestInfo), null, null, timeout);
      return FieldManagers.of(KubeHttp.parse(requestInfo, answer), attempt.values().keySet())
          .map(", by field manager %s"::formatted)
          .orElse("");
    } catch (KubeException unreadable) {
      return "";
    }
  }

  /**
   * Creates the object or brings the fields named in it to these values, taking them over from
   * whoever set them. Only for objects that are ours as a whole. If it names a UID, an object with
   * another one is a Conflict.
   */
  public ApiObject apply(ObjectNode object) {
    return apply(object, FIELD_MANAGER);
  }

  /** The same in another name, for what people may hand back to whoever goes by it. */
  public ApiObject apply(ObjectNode object, String fieldManager) {
    return applyAs(object, "?force=true&fieldManager=" + encode(fieldManager));
  }

  /**
   * The same without taking over: a field that somebody else has set to another value is a
   * Conflict.
   */
  public ApiObject applyUnforced(ObjectNode object) {
    return applyUnforced(object, FIELD_MANAGER);
  }

  /** The same in another name. */
  public ApiObject applyUnforced(ObjectNode object, String fieldManager) {
    return applyAs(object, "?fieldManager=" + encode(fieldManager));
  }

  /** The server applies an object only at the version that the object itself names. */
  private ApiObject applyAs(ObjectNode object, String options) {
    var base = new ApiObject(object);
    var requestInfo = new RequestInfo("apply", base.groupKind(), base.key());
    String path = path(requestInfo, versioned(requestInfo, base)) + options;
    WriteDamper.Attempt attempt = begin(base, requestInfo, "apply", base.uid(), object);
    return patchSame(requestInfo, path, APPLY_PATCH, object, attempt);
  }

  private Resource versioned(RequestInfo requestInfo, ApiObject object) {
    Resource resource = resource(requestInfo);
    String version = object.apiVersion().substring(object.apiVersion().indexOf('/') + 1);
    return resource
        .in(version)
        .orElseThrow(
            () ->
                new KubeException.KindUnknown(
                    "cannot %s: %s is not served in version %s, but in %s"
                        .formatted(
                            requestInfo,
                            requestInfo.kind(),
                            version,
                            String.join(", ", resource.servedVersions()))));
  }

  /**
   * Only the server's validation compares UIDs in a patch, and calls another one a changed field.
   */
  private ApiObject patchSame(
      RequestInfo requestInfo,
      String path,
      String type,
      ObjectNode body,
      WriteDamper.Attempt attempt) {
    try {
      byte[] answer = http.send(requestInfo, "PATCH", path, type, body, timeout);
      damper.made(attempt, "");
      return wrote(requestInfo, answer);
    } catch (KubeException.Invalid invalid) {
      if (invalid.fields().contains("metadata.uid")) {
        throw new KubeException.Conflict(String.valueOf(invalid.getMessage()));
      }
      throw invalid;
    }
  }

  /**
   * Asks for the removal of exactly this object; one that is gone already is a success, and nobody
   * is asked for the removal of one that is on its way.
   */
  public void delete(ApiObject object, PropagationPolicy propagationPolicy) {
    boolean _ = deleteIfThere(object, propagationPolicy);
  }

  /**
   * The same.
   *
   * @return false if it was gone or on its way already
   */
  public boolean deleteIfThere(ApiObject object, PropagationPolicy propagationPolicy) {
    if (object.isDeleting()) {
      return false;
    }
    ObjectNode options = options(propagationPolicy);
    options.withObject("/preconditions").put("uid", object.uid());
    return delete(object, options);
  }

  /**
   * Asks for the removal of exactly this object, if nobody changed it since it was read.
   *
   * @return false if it was gone or on its way already
   * @throws KubeException.Conflict if it has changed
   */
  public boolean deleteUnchanged(ApiObject object, PropagationPolicy propagationPolicy) {
    if (object.isDeleting()) {
      return false;
    }
    ObjectNode options = options(propagationPolicy);
    options
        .withObject("/preconditions")
        .put("uid", object.uid())
        .put("resourceVersion", object.resourceVersion());
    return delete(object, options);
  }

  /** One that somebody makes anew each time is deleted ever more rarely; false if it is gone. */
  private boolean delete(ApiObject object, ObjectNode options) {
    var requestInfo = new RequestInfo("delete", object.groupKind(), object.key());
    ObjectNode says = Json.MAPPER.createObjectNode().put("deleted", true);
    WriteDamper.Attempt attempt = begin(object, requestInfo, "delete", "", says);
    try {
      byte[] answer = http.send(requestInfo, "DELETE", path(requestInfo), JSON, options, timeout);
      damper.made(attempt, "");
      if (KubeHttp.parse(requestInfo, answer).path("metadata").has("deletionTimestamp")) {
        wrote(requestInfo, answer);
      }
      return true;
    } catch (KubeException.NotFound gone) {
      return false; // What was asked for is so.
    }
  }

  /**
   * Asks exactly this Pod to leave, as far as PodDisruptionBudgets let it.
   *
   * @param grace instead of the time that the Pod itself gives its end
   * @return false if it is gone already
   * @throws KubeException.TooManyRequests if a budget holds it, or the server asks to slow down
   */
  public boolean evict(ObjectKey pod, String uid, Optional<Duration> grace) {
    var requestInfo = new RequestInfo("evict", BuiltInKinds.POD, pod);
    ObjectNode eviction =
        Json.MAPPER.createObjectNode().put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("namespace", pod.namespace()).put("name", pod.name());
    ObjectNode options = eviction.putObject("deleteOptions");
    options.putObject("preconditions").put("uid", uid);
    grace.ifPresent(time -> options.put("gracePeriodSeconds", time.toSeconds()));
    try {
      http.send(requestInfo, "POST", path(requestInfo) + "/eviction", JSON, eviction, timeout);
      return true;
    } catch (KubeException.NotFound | KubeException.Conflict gone) {
      return false; // or another one has its name
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
    return path(requestInfo, resource(requestInfo));
  }

  private static String path(RequestInfo requestInfo, Resource resource) {
    return resource.collectionPath(requestInfo.key().namespace())
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
