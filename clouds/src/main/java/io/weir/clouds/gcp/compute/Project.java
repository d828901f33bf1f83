package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.GcpTiming;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.CompletedRequests;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperations;
import io.weir.clouds.site.Site;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A project: what all that lies in it shares. */
public final class Project extends Site {

  /** With which the addresses of resources begin. */
  public static final String ROOT = "https://www.googleapis.com/compute/v1/";

  private final String id;
  private final GcpSeedData seed;
  private final GcpTiming timing;
  private final int pageSize;
  private final LongOperations operations;
  private final CompletedRequests requests = new CompletedRequests();
  private final Map<String, Consumer<LongOperation>> effects = new HashMap<>();
  private final Set<String> unreachable = new TreeSet<>();
  private int addresses;

  /** One in which nothing has happened yet. */
  public Project(
      String id, GcpSeedData seed, GcpTiming timing, int pageSize, CloudContext context) {
    super(context, ChronoUnit.MILLIS);
    this.id = id;
    this.seed = seed;
    this.timing = timing;
    this.pageSize = pageSize;
    this.operations =
        new LongOperations(
            this,
            timing.retention(),
            new LongOperation.Failure("INTERNAL_ERROR", "Internal error. Please try again."));
  }

  /** Its ID. */
  public String id() {
    return id;
  }

  /** What exists beforehand. */
  public GcpSeedData seed() {
    return seed;
  }

  /** How long things take. */
  public GcpTiming timing() {
    return timing;
  }

  /** How many items a page has at most, whatever the caller asks for. */
  int pageSize(GcpCall call) {
    String asked = call.query("maxResults");
    return asked.isEmpty() ? pageSize : Math.min(pageSize, Integer.parseInt(asked));
  }

  /** What was accepted and is done later. */
  public LongOperations operations() {
    return operations;
  }

  /** Says what operations of a type do at their end. */
  void register(String type, Consumer<LongOperation> effect) {
    effects.put(type, effect);
    var _ = operations.register(type, effect);
  }

  /** Zones and regions, as {@code zones/z}, that lists do not reach. */
  public Set<String> unreachable() {
    return unreachable;
  }

  /** The address of something in the project. */
  public String url(String path) {
    return ROOT + path(path);
  }

  /** The path of something in the project. */
  String path(String path) {
    return "projects/" + id + "/" + path;
  }

  /** A new number, as Compute Engine gives them. */
  String newNumber() {
    return Long.toUnsignedString(ids().next() >>> 1);
  }

  /** Four letters and digits that look drawn. */
  String newSuffix() {
    String text = "0000" + Long.toString(ids().next() >>> 1, 36);
    return text.substring(text.length() - 4);
  }

  /** A private address that nobody else has. */
  String newAddress() {
    int number = ++addresses;
    return "10.%d.%d.%d".formatted(128 + number / 62_500, number / 250 % 250, 2 + number % 250);
  }

  /**
   * Accepts a write, or says again what became of it.
   *
   * @param type of the operation
   * @param target what it is done to, within the project
   * @param input what its effect must know
   */
  RestResponse accept(GcpCall call, String type, String target, JsonNode input) {
    String key = call.requestId().isEmpty() ? "" : call.requestId() + " " + target;
    String known = requests.find(key).map(done -> done.answer().path("id").asText("")).orElse("");
    LongOperation operation = operations.find(known).orElseGet(() -> start(type, target, input));
    if (!key.isEmpty() && known.isEmpty()) {
      requests.add(
          key,
          JsonNodeFactory.instance.objectNode(),
          JsonNodeFactory.instance.objectNode().put("id", operation.id()));
    }
    return RestResponse.ok(
        OperationJson.of(this, operation).put("clientOperationId", call.requestId()));
  }

  /** What takes no time is done when it is answered, as Compute Engine does now and then. */
  private LongOperation start(String type, String target, JsonNode input) {
    if (!timing.operation().isZero()) {
      return operations.start(type, target, input, timing.operation());
    }
    LongOperation operation = operations.begin(type, target, input);
    if (operations.succeed(operation)) {
      effects.getOrDefault(type, _ -> {}).accept(operation);
    }
    return operation;
  }

  /** Whether the write of this request was accepted before. */
  boolean isRepeated(GcpCall call, String target) {
    return !call.requestId().isEmpty()
        && requests.find(call.requestId() + " " + target).isPresent();
  }

  /** What of it must be known at another time. */
  public ObjectNode save() {
    ObjectNode saved =
        JsonNodeFactory.instance.objectNode().put("ids", ids().count()).put("addresses", addresses);
    saved.set("operations", operations.save());
    saved.set("requests", requests.save());
    return saved;
  }

  /** Takes in what was saved. */
  public void load(JsonNode saved) {
    ids().continueAfter(saved.path("ids").asLong());
    addresses = saved.path("addresses").asInt();
    operations.load(saved.path("operations"));
    requests.load(saved.path("requests"));
  }
}
