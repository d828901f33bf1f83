package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.kernel.ScriptedServer;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.RequestListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReflectorTest {

  /** Long enough that only a server which means to be silent is: each answer is given once. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final WatchSettings HASTY =
      new WatchSettings("", 2, PATIENCE, Duration.ofMillis(1), Duration.ofMillis(20));

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile RequestListener listener = RequestListener.NONE;
  private ScriptedServer server;
  private Informers informers;

  @BeforeEach
  void start() throws Exception {
    server =
        new ScriptedServer(
            (requestInfo, code, took) -> listener.afterRequest(requestInfo, code, took));
    informers = Informers.ofBuiltIns(server.http(), HASTY);
  }

  @AfterEach
  void stop() {
    informers.close();
    server.close();
  }

  private ObjectCache watch() {
    ObjectCache cache = informers.cache(BuiltInKinds.NODE);
    var _ =
        cache.subscribe(
            change ->
                received.add(change.getClass().getSimpleName() + " " + change.object().name()));
    return cache;
  }

  private static String node(String name, int version) {
    return "{'metadata':{'name':'%s','resourceVersion':'%d','managedFields':[{}]}}"
        .formatted(name, version);
  }

  private static String list(int version, String next, String... nodes) {
    return "{'kind':'NodeList','metadata':{'resourceVersion':'%d','continue':'%s'},'items':[%s]}"
        .formatted(version, next, String.join(",", nodes));
  }

  private static String event(String type, String object) {
    return "{'type':'%s','object':%s}\n".formatted(type, object);
  }

  private String next() throws InterruptedException {
    return received.poll(1, TimeUnit.MINUTES);
  }

  private String query(int request) {
    return server.requests().get(request);
  }

  @Test
  void pagesMakeOneListAndTheWatchGoesOnWhereItEnded() throws Exception {
    server.respond(200, list(7, "more", node("a", 1)));
    server.respond(200, list(7, "", node("b", 2)));
    server.respondThenHang(event("DELETED", node("a", 8)));

    ObjectCache cache = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Deleted a");
    assertThat(cache.list()).extracting(ApiObject::name).containsExactly("b");
    assertThat(cache.list().getFirst().groupKind()).isEqualTo(BuiltInKinds.NODE);
    assertThat(cache.list().getFirst().at("/metadata/managedFields").isMissingNode()).isTrue();
    assertThat(query(1)).contains("continue=more");
    assertThat(query(2)).contains("watch=true").contains("resourceVersion=7");
  }

  @Test
  void aWatchThatIsSilentIsBegunAgainFromTheLastVersionHeard() throws Exception {
    server.respond(200, list(7, ""));
    server.respondThenHang(event("BOOKMARK", node("", 9)));
    server.respond(200, list(12, ""));
    server.respondThenHang(event("ADDED", node("a", 10)));

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(query(2)).contains("limit=1").doesNotContain("resourceVersion=");
    assertThat(query(3)).contains("resourceVersion=9");
  }

  /** As an API server watches Events, for which it keeps no cache and sends no bookmarks. */
  @Test
  void aWatchOnWhichNothingIsEverSaidIsBegunAgainWithoutLongerAndLongerPauses() throws Exception {
    informers.close();
    var settings =
        new WatchSettings(
            "", 2, Duration.ofMillis(500), Duration.ofMillis(400), Duration.ofHours(1));
    informers = Informers.ofBuiltIns(server.http(), settings);
    server.respond(200, list(7, ""));
    for (int i = 0; i < 8; i++) { // the pauses would be of 100 s together
      server.respondThenHang("");
      server.respond(200, list(7, ""));
    }
    for (int i = 0; i < 5; i++) { // on a busy machine it may come too late, too
      server.respondThenHang(event("ADDED", node("a", 8)));
      server.respond(200, list(8, ""));
    }

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
  }

  @Test
  void historyThatIsGoneLeadsToAListWhichTellsWhatWasMissed() throws Exception {
    server.respond(200, list(7, "", node("a", 1), node("b", 2)));
    server.respond(200, event("ERROR", "{'kind':'Status','code':410,'reason':'Expired'}"));
    server.respond(200, list(20, "", node("b", 2), node("c", 15)));
    server.respond(410, "{'kind':'Status','code':410,'reason':'Expired'}");
    server.respond(200, list(30, "", node("b", 29), node("c", 15)));

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Added c");
    assertThat(next()).isEqualTo("Deleted a");
    assertThat(next()).isEqualTo("Updated b");
  }

  @Test
  void aServerThatIsSilentBecauseItsHistoryWentBackIsListedAnewAndLeavesNoGhostOfOurWrites()
      throws Exception {
    server.respond(200, list(900, "", node("a", 890)));
    server.respondThenHang("");
    server.respond(200, list(12, "more", node("b", 2)));
    server.respond(200, list(13, "", node("b", 2)));
    server.respondThenHang(event("ADDED", node("c", 14)));

    ObjectCache cache = watch();
    assertThat(next()).isEqualTo("Added a");
    cache.applyWriteResponse(object("ghost", 905));

    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Deleted a");
    assertThat(next()).isEqualTo("Added c");
    assertThat(cache.list()).extracting(ApiObject::name).containsExactlyInAnyOrder("b", "c");
    assertThat(query(2)).contains("limit=1");
    assertThat(query(3)).contains("limit=2").doesNotContain("resourceVersion=");
    cache.applyWriteResponse(object("c", 15));
    assertThat(cache.get(new ObjectKey("", "c")).orElseThrow().resourceVersion()).isEqualTo("15");
  }

  @Test
  void aServerThatEndsAWatchBeforeItsTimeIsAskedAtOnceForItsHistory() throws Exception {
    server.respond(200, list(900, "", node("a", 890)));
    server.respond(200, "");
    server.respond(200, list(12, "more", node("a", 2)));
    server.respond(200, list(13, "", node("b", 2)));

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Deleted a");
  }

  @Test
  void versionsThatGoBackWithinAWatchLeadToAList() throws Exception {
    server.respond(200, list(900, "", node("a", 890)));
    server.respond(200, event("BOOKMARK", node("", 12)));
    server.respond(200, list(13, "", node("b", 2)));

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Deleted a");
  }

  @Nested
  class ListedAnew {

    @Test
    void aCacheIsInDoubtUntilAListThatBeganAfterwards() throws Exception {
      server.respond(200, list(7, "", node("a", 1), node("b", 2)));
      server.respondThenHang("");
      ObjectCache cache = watch();
      assertThat(next()).isEqualTo("Added a");
      assertThat(next()).isEqualTo("Added b");
      server.awaitResponsesTaken();
      ApiObject same = cache.get(new ObjectKey("", "a")).orElseThrow();

      informers.listAnew(System.nanoTime());

      assertThat(cache.isSynced()).isFalse();
      assertThat(cache.awaitSynced(Duration.ZERO)).isFalse();
      assertThat(cache.list()).hasSize(2);
      server.respond(200, list(20, "", node("a", 1), node("b", 15), node("c", 16)));
      assertThat(next()).isEqualTo("Updated b");
      assertThat(next()).isEqualTo("Added c");
      assertThat(cache.awaitSynced(Duration.ofMinutes(1))).isTrue();
      assertThat(cache.isSynced()).isTrue();
      assertThat(cache.get(new ObjectKey("", "a"))).containsSame(same);
    }

    @Test
    void isNotWhatHasBeenListedSince() throws Exception {
      long before = System.nanoTime();
      server.respond(200, list(7, "", node("a", 1)));
      server.respondThenHang("");
      ObjectCache cache = watch();
      assertThat(next()).isEqualTo("Added a");
      assertThat(cache.awaitSynced(Duration.ofMinutes(1))).isTrue();

      informers.listAnew(before);

      assertThat(cache.isSynced()).isTrue();
    }

    @Test
    void aCacheThatCannotBeListedStaysInDoubt() throws Exception {
      server.respond(200, list(7, "", node("a", 1)));
      server.respondThenHang("");
      server.respond(403, "{'kind':'Status','code':403,'message':'no'}");
      ObjectCache cache = watch();
      assertThat(next()).isEqualTo("Added a");
      assertThat(cache.awaitSynced(Duration.ofMinutes(1))).isTrue();

      informers.listAnew(System.nanoTime());
      server.awaitResponsesTaken();

      assertThat(cache.isSynced()).isFalse();
    }
  }

  private static ApiObject object(String name, int version) throws IOException {
    return new ApiObject((ObjectNode) Json.MAPPER.readTree(node(name, version).replace('\'', '"')));
  }

  @Test
  void aFaultNobodyThoughtOfIsReportedAndEndsNoWatch() throws Exception {
    List<String> troubles = new CopyOnWriteArrayList<>();
    listener =
        (requestInfo, code, took) -> {
          troubles.add(informers.problems().getOrDefault(BuiltInKinds.NODE, ""));
          switch (troubles.size()) {
            case 1 -> throw new UncheckedIOException(new IOException("no token"));
            case 3 -> throw new NoClassDefFoundError("broken");
            default -> {}
          }
        };
    server.respond(200, list(7, ""));
    server.respond(200, list(7, "", node("a", 1)));
    server.respondThenHang(event("ADDED", node("b", 8)));
    server.respond(200, list(8, ""));
    server.respondThenHang(event("ADDED", node("b", 8)));

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(troubles.get(1)).contains("UncheckedIOException");
    assertThat(troubles.get(3)).contains("NoClassDefFoundError");
    assertThat(informers.problems()).isEmpty();
  }

  @Test
  void aListThatFailsOrBreaksOffIsNeverTakenForAbsence() throws Exception {
    server.respond(200, list(7, "", node("a", 1)));
    server.respond(410, "{'kind':'Status','code':410}");
    server.respond(200, "{'kind':'NodeList','items':[]}");
    server.respond(200, "{'kind':'NodeList','metadata':{'resourceVersion':'9'},'items':[");
    server.respond(503, "no");
    server.respond(200, list(9, "more"));
    server.respond(500, "no");
    server.respond(200, list(20, "", node("a", 1), node("b", 2)));

    ObjectCache cache = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(cache.list()).hasSize(2);
  }

  @Test
  void aWatchThatPausesAfterAFailureGoesOnWhenTheServerIsKnownToAnswer() throws Exception {
    informers.close();
    var hour = Duration.ofHours(1);
    informers = Informers.ofBuiltIns(server.http(), new WatchSettings("", 2, hour, hour, hour));
    server.respond(503, "no");
    server.respond(200, list(20, "", node("a", 1)));
    ObjectCache _ = watch();

    // Before its pause there is nothing to end, and when that begins nobody tells.
    String shown = null;
    for (int i = 0; shown == null && i < 1200; i++) {
      informers.retryNow();
      shown = received.poll(50, TimeUnit.MILLISECONDS);
    }

    assertThat(shown).isEqualTo("Added a");
  }

  private static String nodeWith(String name, int version, String member) {
    return "{'metadata':{'name':'%s','resourceVersion':'%d'},'spec':{'x':%s}}"
        .formatted(name, version, member);
  }

  private static String nested(int depth) {
    return "{'n':".repeat(depth) + "1" + "}".repeat(depth);
  }

  @Test
  void anObjectThatCannotBeReadCostsItselfInAListAndInAWatch() throws Exception {
    server.respond(200, list(7, "", nodeWith("deep", 1, nested(5000)), node("a", 2)));
    server.respondThenHang(
        event("MODIFIED", nodeWith("a", 8, "1" + "0".repeat(5000)))
            + event("MODIFIED", nodeWith("deep", 9, "[".repeat(5000) + "]".repeat(5000)))
            + event("ADDED", node("b", 10))
            + event("MODIFIED", nodeWith("deep", 11, "1"))
            + event("DELETED", nodeWith("a", 12, nested(5000))));

    ObjectCache cache = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Added deep");
    assertThat(next()).isEqualTo("Deleted a");
    assertThat(cache.list()).hasSize(2);
    assertThat(informers.problems()).isEmpty();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void whatNobodyReadsMayBeOfAnyShape() throws Exception {
    String odd =
        "{'metadata':{'name':'a','resourceVersion':'1','managedFields':[{'fieldsV1':%s},{'%s':0},%s]}}"
            .formatted(nested(9000), "n".repeat(100_000), "1" + "0".repeat(5000));
    server.respond(200, list(7, "", odd, nodeWith("b", 2, "{'" + "n".repeat(100_000) + "':1}")));
    server.respondThenHang(event("ADDED", node("c", 8)));

    ObjectCache cache = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(next()).isEqualTo("Added c");
    assertThat(cache.neverRead()).isEmpty();
  }

  @Test
  void aListThatComesBackToAPageItHadIsNoList() throws Exception {
    server.respond(200, list(7, "one", node("a", 1)));
    server.respond(200, list(7, "two", node("b", 2)));
    server.respond(200, list(7, "one", node("c", 3)));
    server.respond(200, list(9, "", node("d", 4)));

    ObjectCache cache = watch();

    assertThat(next()).isEqualTo("Added d");
    assertThat(cache.list()).hasSize(1);
  }

  @Test
  void whatTheServerSendsInPlaceOfJsonIsNotRepeated() throws Exception {
    List<String> troubles = new CopyOnWriteArrayList<>();
    listener =
        (requestInfo, code, took) ->
            troubles.add(informers.problems().getOrDefault(BuiltInKinds.NODE, ""));
    server.respond(200, "overheard");
    server.respond(503, "{'message':'overheard'}");
    server.respond(200, list(9, "", node("a", 4)));
    server.respond(200, event("ERROR", "{'kind':'Secret','code':403,'message':'overheard'}"));
    server.respond(200, list(9, ""));
    server.respondThenHang(event("ADDED", node("b", 10)));

    ObjectCache _ = watch();

    assertThat(next()).isEqualTo("Added a");
    assertThat(next()).isEqualTo("Added b");
    assertThat(troubles.get(1)).contains("not JSON");
    assertThat(troubles.get(2)).contains("HTTP 503");
    assertThat(troubles.get(4)).contains("HTTP 500");
    assertThat(troubles).noneMatch(trouble -> trouble.contains("overheard"));
  }
}
