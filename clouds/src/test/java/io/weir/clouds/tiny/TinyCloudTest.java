package io.weir.clouds.tiny;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.InstanceState;
import io.weir.clouds.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the core does for every cloud, over HTTP. */
class TinyCloudTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ManualClock time = CloudClock.manual(Instant.parse("2026-01-01T00:00:00Z"));
  private final TinyCloud cloud = new TinyCloud(time);
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    http.close();
    cloud.close();
  }

  @Nested
  class Operation {
    @Test
    void isAcceptedAndDoneLater() throws Exception {
      HttpResponse<String> accepted = put("workers", 2);
      String first = status(accepted);
      time.advance(Duration.ofSeconds(5));
      String then = status(accepted);
      int early = get("/groups/workers").statusCode();
      time.advance(Duration.ofSeconds(5));

      assertThat(accepted.statusCode()).isEqualTo(202);
      assertThat(List.of(first, then, status(accepted)))
          .containsExactly("PENDING", "RUNNING", "SUCCEEDED");
      assertThat(early).isEqualTo(404);
      assertThat(body(get("/groups/workers")).path("size").asInt()).isEqualTo(2);
      assertThat(cloud.instances()).extracting(InstanceState::group).containsOnly("workers");
    }

    @Test
    void keepsAnotherOneOfTheSameTargetOut() throws Exception {
      HttpResponse<String> _ = put("workers", 2);

      assertThat(put("workers", 3).statusCode()).isEqualTo(409);
      assertThat(put("others", 3).statusCode()).isEqualTo(202);
    }

    @Test
    void failsWhenItIsTo() throws Exception {
      cloud
          .faults()
          .add(CloudFault.of(Kind.FAILED_OPERATION).forAction("put").forResource("work*").times(1));

      HttpResponse<String> accepted = put("workers", 2);
      time.advance(Duration.ofSeconds(10));

      assertThat(body(get(place(accepted))).path("code").asText()).isEqualTo("Broken");
      assertThat(get("/groups/workers").statusCode()).isEqualTo(404);
      assertThat(put("workers", 2).statusCode()).isEqualTo(202);
    }

    @Test
    void goesOnInACloudThatGoesOn() throws Exception {
      HttpResponse<String> accepted = put("workers", 2);
      time.advance(Duration.ofSeconds(5));
      ManualClock later = CloudClock.manual(Instant.parse("2026-02-01T00:00:00Z"));
      try (TinyCloud after = new TinyCloud(later)) {
        after.restoreState(cloud.saveState());
        later.advance(Duration.ofSeconds(10));

        assertThat(body(call(after, "GET", place(accepted), "")).path("status").asText())
            .isEqualTo("SUCCEEDED");
        assertThat(after.instances()).hasSize(2);
      }
    }

    @Test
    void isForgottenInTheEnd() throws Exception {
      HttpResponse<String> accepted = put("workers", 2);

      time.advance(Duration.ofHours(2));

      assertThat(get(place(accepted)).statusCode()).isEqualTo(404);
      assertThat(cloud.saveState()).doesNotContain("SUCCEEDED");
    }
  }

  @Nested
  class Read {
    @Test
    void showsWhatWasAWhileAgoAndWritesKnowBetter() throws Exception {
      made("first");
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.STALE_READ)
                  .forAction("ListGroups")
                  .withDelay(Duration.ofMinutes(1)));
      made("second");

      JsonNode stale = body(get("/groups"));
      int single = get("/groups/second").statusCode();
      boolean known = delete("second").statusCode() == 202;
      time.advance(Duration.ofMinutes(1));
      JsonNode late = body(get("/groups"));
      time.advance(Duration.ofMinutes(1));

      assertThat(texts(stale)).containsExactly("first");
      assertThat(single).isEqualTo(200);
      assertThat(known).isTrue();
      assertThat(texts(late)).as("what was between the writes").contains("second");
      assertThat(texts(body(get("/groups")))).containsExactly("first");
    }

    @Test
    void lagsByTimesThatASeedDraws() throws Exception {
      assertThat(lagging(7)).isEqualTo(lagging(7)).contains(0L, 1L).isNotEqualTo(lagging(8));
    }

    @Test
    void thatLagsChangesNothing() throws Exception {
      var _ = cloud.faults().injectReadLag("*", Duration.ofMinutes(1), 1);
      HttpResponse<String> _ = put("workers", 2);
      time.advance(Duration.ofSeconds(5));
      String before = cloud.saveState();

      for (int i = 0; i < 20; i++) {
        HttpResponse<String> _ = get("/groups");
      }

      assertThat(cloud.saveState()).isEqualTo(before);
      assertThat(cloud.journal().creations()).isEmpty();
    }

    @Test
    void comesInPagesAndRefusesAForeignToken() throws Exception {
      for (String name : List.of("a", "b", "c")) {
        made(name);
      }

      JsonNode first = body(get("/groups"));
      JsonNode second = body(get("/groups?token=" + first.path("next").asText()));

      assertThat(texts(first)).containsExactly("a", "b");
      assertThat(texts(second)).containsExactly("c");
      assertThat(get("/groups?token=abc").statusCode()).isEqualTo(400);
    }

    @Test
    void mayBeSentByAnotherMethodAndIsNoWrite() throws Exception {
      HttpResponse<String> found = call(cloud, "POST", "/projects/one/groups:find", "{}");

      assertThat(found.statusCode()).isEqualTo(200);
      assertThat(cloud.journal().writeCount()).isZero();
    }
  }

  @Nested
  class Call {
    @Test
    void isFoundInAnyCaseOnlyWithItsKey() throws Exception {
      assertThat(call(cloud, "GET", "/Projects/one/GROUPS", "").statusCode()).isEqualTo(200);
      assertThat(call(cloud, "GET", "/projects/two/groups", "").statusCode()).isEqualTo(401);
      assertThat(call(cloud, "GET", "/projects/one/groups/a/b", "").statusCode()).isEqualTo(404);
      assertThat(call(cloud, "PUT", "/projects/one/groups/a", "[").statusCode()).isEqualTo(400);
    }

    @Test
    void befallsWhatIsInjectedAndIsNoted() throws Exception {
      cloud.faults().add(CloudFault.of(Kind.THROTTLED).forAction("PutGroup").times(1));
      cloud
          .faults()
          .add(CloudFault.of(Kind.DROPPED_AFTER).forAction("PutGroup").forResource("a").times(1));

      HttpResponse<String> throttled = put("a", 1);
      assertThatThrownBy(() -> put("a", 1)).isInstanceOf(IOException.class);
      time.advance(Duration.ofSeconds(10));

      assertThat(throttled.statusCode()).isEqualTo(429);
      assertThat(get("/groups/a").statusCode()).isEqualTo(200);
      assertThat(cloud.journal().calls("PutGroup"))
          .extracting(one -> one.resource() + " " + one.outcome() + " " + one.wrote())
          .containsExactly("a THROTTLED false", "a DROPPED_AFTER true");
      assertThat(cloud.journal().calls("PutGroup").getLast().parameters())
          .containsEntry("size", "1");
    }

    @Test
    void ofAStateOfAnotherCloudIsRefused() {
      assertThatThrownBy(() -> cloud.restoreState("{\"three\": {}}"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("there is no three");
    }
  }

  /** How many groups each of twenty reads shows, after the second was made a moment ago. */
  private List<Long> lagging(long seed) throws Exception {
    ManualClock clock = CloudClock.manual(Instant.EPOCH);
    try (TinyCloud lagging = new TinyCloud(clock)) {
      var _ = lagging.faults().injectReadLag("ListGroups", Duration.ofSeconds(20), seed);
      HttpResponse<String> _ = call(lagging, "PUT", "/projects/one/groups/a", "{\"size\": 1}");
      clock.advance(Duration.ofSeconds(20));
      List<Long> seen = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        JsonNode list = body(call(lagging, "GET", "/projects/one/groups", ""));
        seen.add((long) texts(list).size());
      }
      return seen;
    }
  }

  private void made(String name) throws Exception {
    HttpResponse<String> _ = put(name, 1);
    time.advance(Duration.ofSeconds(10));
  }

  private HttpResponse<String> put(String name, int size) throws Exception {
    return call(cloud, "PUT", "/projects/one/groups/" + name, "{\"size\": " + size + "}");
  }

  private HttpResponse<String> delete(String name) throws Exception {
    return call(cloud, "DELETE", "/projects/one/groups/" + name, "");
  }

  private HttpResponse<String> get(String path) throws Exception {
    return call(cloud, "GET", path.startsWith("/projects") ? path : "/projects/one" + path, "");
  }

  private HttpResponse<String> call(TinyCloud to, String method, String path, String body)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(to.endpoint() + path))
            .header("Key", "one")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String status(HttpResponse<String> accepted) throws Exception {
    return body(get(place(accepted))).path("status").asText();
  }

  private static String place(HttpResponse<String> accepted) {
    return accepted.headers().firstValue("Operation-Location").orElseThrow();
  }

  private static JsonNode body(HttpResponse<String> response) throws Exception {
    return JSON.readTree(response.body());
  }

  private static List<String> texts(JsonNode list) {
    return list.path("groups").valueStream().map(JsonNode::asText).toList();
  }
}
