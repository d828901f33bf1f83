package io.weir.clouds.scaleway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.Journal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How calls are answered and refused. */
class KapsuleCallsTest extends KapsuleTestBase {

  @Nested
  class Listing {
    @Test
    void namesAreFoundByAnyPartOfThem() throws Exception {
      create("{\"name\": \"workers\"}");
      create("{\"name\": \"my-workers-2\"}");
      create("{\"name\": \"other\"}");

      assertThat(names("?name=workers&order_by=name_desc"))
          .containsExactly("workers", "my-workers-2");
    }

    @Test
    void aPageIsShorterThanTheList() throws Exception {
      for (int i = 0; i < 25; i++) {
        create("{\"size\": 1, \"name\": \"p%02d\"}".formatted(i));
      }

      assertThat(names("")).hasSize(20).startsWith("p00");
      assertThat(names("?page=2")).containsExactly("p20", "p21", "p22", "p23", "p24");
      assertThat(names("?page=3&page_size=10")).containsExactly("p20", "p21", "p22", "p23", "p24");
      assertThat(caller.get("/clusters/" + cluster + "/pools").body().path("total_count").asInt())
          .isEqualTo(25);
      assertThat(caller.get("/clusters/" + cluster + "/pools?page_size=101").status())
          .isEqualTo(400);
    }

    private List<String> names(String query) throws Exception {
      List<String> names = new ArrayList<>();
      caller
          .get("/clusters/" + cluster + "/pools" + query)
          .body()
          .path("pools")
          .forEach(pool -> names.add(pool.path("name").asText()));
      return names;
    }
  }

  @Nested
  class Refusing {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"name": ""}                                          | name
            {"node_type": "NO-SUCH"}                              | node_type
            {"node_type": "DEV1-S"}                               | node_type
            {"node_type": "external", "size": 0}                  | node_type
            {"zone": "nl-ams-1"}                                  | zone
            {"size": -1}                                          | size
            {"size": 0}                                           | size
            {"autoscaling": true, "min_size": 4, "max_size": 2}   | min_size
            {"autoscaling": true, "min_size": 4, "max_size": 9}   | size
            {"root_volume_type": "b_ssd"}                         | root_volume_type
            {"root_volume_type": "l_ssd", "node_type": "PRO2-XS"} | root_volume_type
            {"root_volume_size": 19000000000}                     | root_volume_size
            {"placement_group_id": "x"}                           | placement_group_id
            {"kubelet_args": {"node-labels": "a=b"}}              | kubelet_args.node-labels
            {"kubelet_args": {"maxPods": "many"}}                 | kubelet_args.maxPods
            {"kubelet_args": {"cpuManagerPolicy": "some"}}        | kubelet_args.cpuManagerPolicy
            {"upgrade_policy": {"max_unavailable": 0}}            | upgrade_policy.max_unavailable
            {"tags": [""]}                                        | tags
            {"version": "1.34.3"}                                 | version
            """)
    void aWishThatCannotBeFulfilledNamesTheArgument(String changes, String argument)
        throws Exception {
      KapsuleHttpClient.Response response = tryCreate(changes);

      assertThat(response.status()).isEqualTo(400);
      assertThat(response.type()).isEqualTo("invalid_arguments");
      assertThat(response.body().path("details").findValuesAsText("argument_name"))
          .contains(argument);
      assertThat(cloud.admin().pools()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"zone": "fr-par-1"}            | zone
            {"node_type": "GP1-S"}          | node_type
            {"name": "other"}               | name
            {"root_volume_type": "sbs_15k"} | root_volume_type
            {"version": "1.35.0"}           | version
            """)
    void whatIsFixedAtBirthCannotBeChanged(String change, String argument) throws Exception {
      String pool = create("{}");
      JsonNode before = pool(pool);

      KapsuleHttpClient.Response response = caller.patch("/pools/" + pool, change);

      assertThat(response.status()).isEqualTo(400);
      assertThat(response.body().at("/details/0/argument_name").asText()).isEqualTo(argument);
      assertThat(pool(pool)).isEqualTo(before);
    }

    @Test
    void aClusterMayNotHaveTooManyNodes() throws Exception {
      KapsuleHttpClient.Response response = tryCreate("{\"size\": 151}");

      assertThat(response.status()).isEqualTo(403);
      assertThat(response.type()).isEqualTo("quotas_exceeded");
      assertThat(response.body().at("/details/0/quota").asInt()).isEqualTo(150);
    }

    @Test
    void aKeyIsNeeded() throws Exception {
      caller.useKey("");
      KapsuleHttpClient.Response without = caller.get("/clusters");
      caller.useKey("11111111-1111-1111-1111-111111111111");
      KapsuleHttpClient.Response unknown = caller.get("/clusters");

      assertThat(without.status()).isEqualTo(401);
      assertThat(unknown.status()).isEqualTo(401);
      assertThat(unknown.type()).isEqualTo("denied_authentication");
    }

    @ParameterizedTest
    @CsvSource({"locked, 423, locked", "creating, 409, transient_state"})
    void aClusterThatIsNotReadyTakesNoPools(String status, int code, String type) throws Exception {
      cloud.admin().forceClusterStatus(cluster, status);

      KapsuleHttpClient.Response response = tryCreate("{}");

      assertThat(response.status()).isEqualTo(code);
      assertThat(response.type()).isEqualTo(type);
      cloud.admin().clearForcedStatus(cluster);
      assertThat(tryCreate("{}").status()).isEqualTo(200);
    }

    @Test
    void aLockedPoolCanOnlyBeRead() throws Exception {
      String pool = create("{}");
      cloud.admin().setPoolLocked(pool, true);

      assertThat(status(pool)).isEqualTo("locked");
      assertThat(caller.patch("/pools/" + pool, "{\"size\": 1}").status()).isEqualTo(423);
      assertThat(caller.delete("/pools/" + pool).type()).isEqualTo("locked");
    }
  }

  @Nested
  class Failing {
    @ParameterizedTest
    @CsvSource({
      "THROTTLED, 429, too_many_requests",
      "SERVER_ERROR, 500, internal",
      "DENIED, 403, permissions_denied"
    })
    void aFaultIsToldInTheServicesWords(CloudFault.Kind kind, int status, String type)
        throws Exception {
      cloud
          .faults()
          .add(CloudFault.of(kind).forAction("CreatePool").forResource("workers").times(1));

      KapsuleHttpClient.Response response = tryCreate("{}");

      assertThat(response.status()).isEqualTo(status);
      assertThat(response.type()).isEqualTo(type);
      assertThat(response.headers().firstValue("x-ratelimit-reset").isPresent())
          .isEqualTo(status == 429);
      assertThat(cloud.admin().pools()).isEmpty();
      assertThat(cloud.journal().writeCount()).isZero();
      assertThat(cloud.journal().errorCounts()).containsEntry(type, 1);
    }

    @Test
    void aLostAnswerMayHaveTakenEffect() {
      cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_AFTER).forAction("CreatePool").times(1));

      assertThatThrownBy(() -> tryCreate("{}")).isInstanceOf(IOException.class);

      assertThat(cloud.admin().pools()).hasSize(1);
      assertThat(cloud.journal().creations("pool", "workers")).isEqualTo(1);
      assertThat(cloud.journal().calls("CreatePool"))
          .extracting(Journal.Call::outcome, Journal.Call::wrote)
          .containsExactly(tuple("DROPPED_AFTER", true));
    }
  }
}
