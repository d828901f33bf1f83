package io.weir.clouds.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.clouds.azure.seed.SubscriptionSeed;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperations;
import io.weir.clouds.site.Site;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A subscription: what all that lies in it shares. */
public final class Subscription extends Site {
  private final SubscriptionSeed own;
  private final AzureSeedData seed;
  private final AzureTiming timing;
  private final int pageSize;
  private final LongOperations operations;
  private final RateLimits rateLimits;
  private final Map<String, Instant> identities = new TreeMap<>();
  private int addresses;

  /** One in which nothing has happened yet. */
  public Subscription(
      SubscriptionSeed own,
      AzureSeedData seed,
      AzureTiming timing,
      int pageSize,
      CloudContext context) {
    super(context, ChronoUnit.MILLIS);
    this.own = own;
    this.seed = seed;
    this.timing = timing;
    this.pageSize = pageSize;
    operations =
        new LongOperations(
            this,
            timing.retention(),
            new LongOperation.Failure(
                "InternalExecutionError",
                "An internal execution error occurred. Please retry later."));
    rateLimits = new RateLimits(this, timing.limits());
  }

  /** Its id. */
  public String id() {
    return own.id();
  }

  /** What lay in it beforehand. */
  public SubscriptionSeed own() {
    return own;
  }

  /** What exists in all of Azure. */
  public AzureSeedData seed() {
    return seed;
  }

  /** How long things take. */
  public AzureTiming timing() {
    return timing;
  }

  /** How many items a page of a list has. */
  public int pageSize() {
    return pageSize;
  }

  /** What was accepted and is done later. */
  public LongOperations operations() {
    return operations;
  }

  /** How many calls may be made. */
  public RateLimits rateLimits() {
    return rateLimits;
  }

  /** A new id. */
  public String newUuid() {
    return ids().nextUuid();
  }

  /** The id of a new identity in the directory, which does not know of it everywhere yet. */
  public String newPrincipal() {
    String id = newUuid();
    identities.put(id, now().plus(timing.replication()));
    return id;
  }

  /** Whether the directory knows an identity everywhere. */
  public boolean knowsPrincipal(String id) {
    Instant since = identities.get(id);
    return since == null
        ? seed.principals().stream().anyMatch(one -> one.objectId().equalsIgnoreCase(id))
        : !now().isBefore(since);
  }

  /** Some letters and digits that look drawn. */
  public String newSuffix(int length, int radix) {
    long number = UUID.fromString(newUuid()).getMostSignificantBits() & Long.MAX_VALUE;
    String text = "0".repeat(length) + Long.toString(number, radix);
    return text.substring(text.length() - length);
  }

  /** A private address that nobody else has. */
  public String newAddress() {
    int number = ++addresses;
    return "10.%d.%d.%d".formatted(1 + number / 62_500, number / 250 % 250, 4 + number % 250);
  }

  /** What of it must be known at another time. */
  public ObjectNode save() {
    ObjectNode saved =
        JsonNodeFactory.instance.objectNode().put("ids", ids().count()).put("addresses", addresses);
    ObjectNode known = saved.putObject("identities");
    identities.forEach((id, since) -> known.put(id, since.toString()));
    saved.set("operations", operations.save());
    return saved;
  }

  /** Takes in what was saved. */
  public void load(JsonNode saved) {
    ids().continueAfter(saved.path("ids").asLong());
    addresses = saved.path("addresses").asInt();
    saved
        .path("identities")
        .properties()
        .forEach(one -> identities.put(one.getKey(), Instant.parse(one.getValue().asText())));
    operations.load(saved.path("operations"));
  }
}
