package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolSecret;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The Secret that a pool has for its bootstrap data. */
class PoolSecretTest {

  private static final ObjectKey KEY = new ObjectKey("team", "workers-config");
  private static final String OWNED = "demo";
  private static final String CONTENT = "{\"cloud\": \"test\"}";
  private final PrerequisiteException noBootstrapData =
      PrerequisiteException.waiting("WaitingForBootstrapData", "there is none yet");

  private final TestWorld world = new TestWorld();
  private Function<PoolSecret.Context, PoolSecret.Result> result = _ -> wanted(CONTENT);

  @BeforeEach
  void thePoolHasOne() {
    world.provider.secret =
        Optional.of(
            new PoolSecret() {
              @Override
              public String name(ApiObject pool) {
                return pool.name() + "-config";
              }

              @Override
              public Result resolve(Context context) {
                return result.apply(context);
              }
            });
  }

  private static PoolSecret.Result wanted(String content) {
    return new PoolSecret.Result.Wanted(
        Map.of(OWNED, "owned"), Map.of("config.json", content), Optional.empty());
  }

  private ApiObject stored() {
    return world.secrets.stored.get(KEY);
  }

  private String content() {
    byte[] bytes = Base64.getDecoder().decode(stored().at("/data/config.json").asText());
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private List<String> writes() {
    return world.events.stream().filter(event -> event.contains(" Secret ")).toList();
  }

  /** One of that name, in the form in which Cluster API's own provider leaves it. */
  private ObjectNode upstream(String owner) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret").put("type", "Opaque");
    tree.put("apiVersion", "v1");
    ObjectNode metadata = tree.putObject("metadata");
    metadata.put("namespace", KEY.namespace()).put("name", KEY.name()).put("uid", "s");
    metadata.putObject("labels").put(OWNED, "owned");
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "example.org/v1")
        .put("kind", "TestPool")
        .put("name", "workers")
        .put("uid", owner);
    tree.putObject("data").put("config.json", "b2xk");
    return tree;
  }

  @Nested
  class Absent {

    @Test
    void isCreatedAlthoughThereIsNoDesiredStateYet() {
      world.provider.blocker = Optional.of(noBootstrapData);

      PassOutcome<?, ?> outcome = world.converge();

      assertThat(outcome).isInstanceOf(PassOutcome.Blocked.class);
      assertThat(content()).isEqualTo(CONTENT);
      assertThat(world.told).containsExactly("create Secret workers-config: it does not exist");
    }

    @Test
    void goesWithThePoolAndIsInMemoryWithThoseOfItsCluster() {
      var _ = world.converge();

      assertThat(stored().ownerReferences())
          .singleElement()
          .satisfies(
              owner -> {
                assertThat(owner.uid()).isEqualTo("u");
                assertThat(owner.kind()).isEqualTo("TestPool");
              });
      assertThat(stored().labels())
          .isEqualTo(Map.of(OWNED, "owned", "cluster.x-k8s.io/cluster-name", "demo"));
      assertThat(stored().at("/type").asText()).isEqualTo("cluster.x-k8s.io/secret");
    }

    @Test
    void isNotWrittenForAPoolThatIsPausedOrDeletedOrOnlyTried() {
      var _ = world.dryRun();
      var _ = world.pause();
      var _ = world.delete(true);

      assertThat(writes()).isEmpty();
    }

    @Test
    void isNotWrittenWhileSomethingIsMissingThatItIsMadeFrom() {
      result =
          _ ->
              new PoolSecret.Result.Blocked(
                  PrerequisiteException.needsUserAction("NoNetwork", "name one"));
      world.provider.blocker = Optional.of(noBootstrapData);

      PassOutcome<?, ?> outcome = world.converge();

      assertThat(writes()).isEmpty();
      assertThat(world.blockers).containsExactly("NoNetwork: name one");
      assertThat(outcome.next()).isEqualTo(new NextPass.UntilPeopleAct("name one"));
    }
  }

  @Nested
  class ThePoolsOwn {

    @Test
    void isNotWrittenWhileItIsAsItShouldBe() {
      var _ = world.converge();
      var _ = world.converge();
      var _ = world.converge();

      assertThat(writes()).containsExactly("create Secret team/workers-config");
    }

    @Test
    void isBroughtBackWhenSomebodyChangesOrDeletesIt() {
      var _ = world.converge();
      ObjectNode spoilt = stored().copyTree();
      spoilt.withObject("/data").put("config.json", "").put("more", "");
      world.secrets.put(spoilt);

      var _ = world.converge();
      String repaired = content();
      boolean more = stored().at("/data").has("more");
      world.secrets.stored.clear();
      var _ = world.converge();

      assertThat(repaired).isEqualTo(CONTENT);
      assertThat(more).isFalse();
      assertThat(content()).isEqualTo(CONTENT);
      assertThat(world.told)
          .containsExactly(
              "create Secret workers-config: it does not exist",
              "update Secret workers-config: it differs from what the pool and its cluster say",
              "create Secret workers-config: it does not exist");
    }

    @Test
    void isTakenOverFromClusterApisOwnProviderAsItIs() {
      world.secrets.put(upstream("u"));

      var _ = world.converge();

      assertThat(content()).isEqualTo(CONTENT);
      assertThat(stored().at("/type").asText()).isEqualTo("Opaque");
      assertThat(stored().at("/metadata/ownerReferences"))
          .isEqualTo(upstream("u").at("/metadata/ownerReferences"));
      assertThat(stored().label("cluster.x-k8s.io/cluster-name")).contains("demo");
    }

    @Test
    void thatIsOnItsWayOutIsLeftToGo() {
      ObjectNode leaving = upstream("u");
      leaving.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
      world.secrets.put(leaving);

      var _ = world.converge();

      assertThat(writes()).isEmpty();
    }
  }

  @Nested
  class OfSomebodyElse {

    @Test
    void isLeftWithoutAWordIfPeopleBroughtIt() {
      ObjectNode own = upstream("u");
      own.withObject("/metadata").remove("labels");
      world.secrets.put(own);

      var _ = world.converge();

      assertThat(writes()).isEmpty();
      assertThat(world.blockers).isEmpty();
    }

    @Test
    void isLeftAndToldIfAnotherObjectOwnsIt() {
      world.secrets.put(upstream("of a pool of that name before"));

      var _ = world.converge();

      assertThat(writes()).isEmpty();
      assertThat(world.blockers)
          .singleElement()
          .asString()
          .startsWith("NotOwned: Secret team/workers-config")
          .contains("TestPool workers (of a pool of that name before)", "Delete it");
    }
  }

  @Nested
  class ThatCannotBeWritten {

    @BeforeEach
    void theApiServerRefuses() {
      world.secrets.failure = Optional.of(new ProviderException.Denied("no right", null));
    }

    @Test
    void isToldInPlaceOfTheBootstrapDataThatWaitsForIt() {
      world.provider.blocker = Optional.of(noBootstrapData);

      PassOutcome<?, ?> outcome = world.converge();

      assertThat(outcome).isInstanceOf(PassOutcome.Unreachable.class);
      assertThat(outcome.toReport().orElseThrow().failure().orElseThrow().message())
          .isEqualTo("cannot keep Secret team/workers-config: no right");
    }

    @Test
    void stopsNoPoolThatHasItsBootstrapDataAndIsTriedAgain() {
      world.provider.plan.add(new TestPoolProvider.TestStep("grow", false));

      PassOutcome<?, ?> outcome = world.converge();

      assertThat(outcome).isInstanceOf(PassOutcome.Acted.class);
      assertThat(world.provider.applied).containsExactly("grow");
      assertThat(world.warnings)
          .containsExactly("cannot keep Secret team/workers-config: no right");
      assertThat(world.events).contains("observe after " + Duration.ofMinutes(5));
    }

    @Test
    void waitsAsLongAsTheCloudAsks() {
      world.secrets.failure =
          Optional.of(new ProviderException.Throttled("slower", Duration.ofMinutes(20), null));

      var _ = world.converge();

      assertThat(world.events).contains("observe after " + Duration.ofMinutes(20));
      assertThat(world.warnings).isEmpty();
    }
  }

  @Nested
  class MadeFrom {

    private static final CloudQuery QUERY =
        new CloudQuery() {
          @Override
          public Duration maxAge() {
            return Duration.ofHours(1);
          }
        };

    @Test
    void answersOfTheCloudWaitsForThem() {
      var asked = new ArrayList<Collection<CloudQuery>>();
      world.queries =
          new ScopeQueries() {
            @Override
            public void query(Collection<CloudQuery> queries) {
              asked.add(queries);
            }

            @Override
            public Optional<QueryResult> find(CloudQuery query) {
              return asked.isEmpty() ? Optional.empty() : Optional.of(new QueryResult() {});
            }
          };
      result =
          context ->
              context.known().find(QUERY).isPresent()
                  ? wanted(CONTENT)
                  : new PoolSecret.Result.NeedsQueries(Set.of(QUERY));

      var _ = world.converge();

      assertThat(asked).containsExactly(Set.of(QUERY));
      assertThat(content()).isEqualTo(CONTENT);
    }

    @Test
    void credentialsGetsThemFromThePoolsOwnNamespaceOnly() {
      result = context -> wanted(context.credentials().map(ApiObject::name).orElse("none"));
      ObjectNode key = upstream("u");
      key.withObject("/metadata").put("name", "key");
      world.secrets.put(key);

      world.provider.scope = scopeOf("team");
      var _ = world.converge();
      String beside = content();
      key.withObject("/metadata").put("namespace", "elsewhere");
      world.secrets.put(key);
      world.tree.withObject("/metadata").remove("annotations");
      world.provider.scope = scopeOf("elsewhere");
      var _ = world.converge();

      assertThat(beside).isEqualTo("key");
      assertThat(content()).isEqualTo("none");
      assertThat(world.events).contains("read credentials team/key");
      assertThat(world.events).doesNotContain("read credentials elsewhere/key");
    }

    private static CloudScope scopeOf(String namespace) {
      return new CloudScope(
          "test", new CloudIdentity.OfSecret(new ObjectKey(namespace, "key")), "here");
    }
  }

  @Test
  void whatPeopleShouldKnowOfItIsToldOnceAWrite() {
    result =
        _ ->
            new PoolSecret.Result.Wanted(
                Map.of(OWNED, "owned"),
                Map.of("config.json", CONTENT),
                Optional.of(PrerequisiteException.needsUserAction("Clear", "in clear")));

    var _ = world.converge();
    var _ = world.converge();

    assertThat(world.blockers).containsExactly("Clear: in clear");
  }

  @Test
  void itsTextTellsNothingOfItsContent() {
    assertThat(wanted("password").toString()).doesNotContain("password").contains("config.json");
  }
}
