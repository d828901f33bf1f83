package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.admission.AdmissionRequest;
import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.admission.AwsAdmissions;
import io.weir.provider.aws.api.AwsCrds;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.image.ImageQuery.ArchitectureResult;
import io.weir.provider.aws.image.ImageQuery.ImageResult;
import io.weir.provider.aws.network.NetworkQuery;
import io.weir.provider.aws.network.NetworkQuery.FoundResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No field is dropped in silence: each one of the schema either changes what AWS is asked for, or
 * is warned of. A field that is added to the schema fails here until it does one of the two.
 */
class EveryFieldTest {

  private static final Set<String> WRITTEN_BY_US =
      Set.of("spec.providerID", "spec.providerIDList[]");

  /** Pools in which fields that others overrule have their turn. */
  private static final List<String> POOLS =
      List.of(
          """
          {"minSize": 1, "maxSize": 5, "ignition": {"storageType": "UnencryptedUserData"},
           "lifecycleHooks": [{"name": "a",
            "lifecycleTransition": "autoscaling:EC2_INSTANCE_LAUNCHING"}],
           "subnets": [{"id": "subnet-1"}], "suspendProcesses": {},
           "refreshPreferences": {"minHealthyPercentage": 50},
           "awsLaunchTemplate": {"ami": {"id": "ami-1"}, "instanceType": "t3.large",
            "rootVolume": {"size": 8}, "nonRootVolumes": [{"size": 8}],
            "additionalSecurityGroups": [{}]}}
          """,
          """
          {"minSize": 1, "maxSize": 5, "availabilityZones": ["40s"],
           "subnets": [{"filters": [{"name": "a", "values": ["b"]}]}],
           "awsLaunchTemplate": {"instanceType": "t3.large", "spotMarketOptions": {},
            "additionalSecurityGroups": [{"filters": [{"name": "a", "values": ["b"]}]}]}}
          """,
          """
          {"minSize": 1, "maxSize": 5, "availabilityZones": ["40s"],
           "mixedInstancesPolicy": {"overrides": [{"instanceType": "a"}],
            "instancesDistribution": {}}, "awsLaunchTemplate": {}}
          """);

  @ParameterizedTest
  @MethodSource("fields")
  void takesEffectOrIsWarnedOf(SchemaField field) {
    boolean effective =
        POOLS.stream()
            .anyMatch(
                pool ->
                    field.changes(pool, EveryFieldTest::asked)
                        || field.changes(pool, EveryFieldTest::askedInAnEksCluster));
    boolean warned = isWarnedOf(field);

    assertThat(effective).as("has an effect, or a warning that it has none").isNotEqualTo(warned);
  }

  static Stream<SchemaField> fields() {
    for (JsonNode version : AwsCrds.all().getFirst().spec().path("versions")) {
      if (version.path("storage").asBoolean()) {
        var found = new ArrayList<SchemaField>();
        collect("spec", version.at("/schema/openAPIV3Schema/properties/spec"), found);
        return found.stream().filter(field -> !WRITTEN_BY_US.contains(field.path()));
      }
    }
    throw new AssertionError("no version is stored");
  }

  private static void collect(String path, JsonNode schema, List<SchemaField> found) {
    if (schema.has("properties")) {
      schema
          .path("properties")
          .properties()
          .forEach(each -> collect(path + "." + each.getKey(), each.getValue(), found));
    } else if (schema.has("items")) {
      collect(path + "[]", schema.path("items"), found);
    } else if (schema.has("additionalProperties")) {
      collect(path + ".key", schema.path("additionalProperties"), found);
    } else {
      found.add(new SchemaField(path, schema));
    }
  }

  /** A value of the schema, and two values that it takes. */
  record SchemaField(String path, JsonNode schema) {

    boolean changes(String pool, Function<ObjectNode, Optional<?>> result) {
      Optional<?> one = result.apply(with(pool, values().getFirst()));
      Optional<?> other = result.apply(with(pool, values().getLast()));
      return one.isPresent() && other.isPresent() && !one.equals(other);
    }

    /** Texts are such as a duration too; the cluster has subnets in zones of these names. */
    private List<JsonNode> values() {
      List<JsonNode> choices =
          Stream.concat(Stream.of(schema), schema.path("allOf").valueStream())
              .flatMap(each -> each.path("enum").valueStream())
              .filter(each -> !each.asText().isEmpty())
              .distinct()
              .toList();
      long least = schema.path("minimum").asLong(1);
      return switch (schema.path("type").asText()) {
        case String _ when !choices.isEmpty() -> List.of(choices.getFirst(), choices.getLast());
        case "boolean" -> List.of(json("true"), json("false"));
        case "integer" -> List.of(json("" + (least + 1)), json("" + (least + 2)));
        default -> List.of(json("\"40s\""), json("\"50s\""));
      };
    }

    ObjectNode with(String pool, JsonNode value) {
      ObjectNode object = Json.MAPPER.createObjectNode();
      object.set("spec", json(pool));
      String[] names = path.split("\\.", -1);
      ObjectNode parent = object;
      for (int i = 0; i < names.length - 1; i++) {
        parent = below(parent, names[i]);
      }
      String last = names[names.length - 1];
      if (last.endsWith("[]")) {
        parent.putArray(last.replace("[]", "")).add(value);
      } else {
        parent.set(last, value);
      }
      return object;
    }

    private static ObjectNode below(ObjectNode parent, String name) {
      if (!name.endsWith("[]")) {
        return parent.withObject("/" + name);
      }
      ArrayNode list = parent.withArray("/" + name.replace("[]", ""));
      return list.isEmpty() ? list.addObject() : (ObjectNode) list.get(0);
    }

    @Override
    public String toString() {
      return path;
    }
  }

  private static boolean isWarnedOf(SchemaField field) {
    ObjectNode without = Json.MAPPER.createObjectNode();
    without.set("spec", json(POOLS.getFirst()));
    Set<String> anyway = Set.copyOf(warnings(without));
    return warnings(field.with(POOLS.getFirst(), field.values().getFirst())).stream()
        .filter(said -> !anyway.contains(said))
        .anyMatch(said -> field.path().startsWith(said.substring(0, said.indexOf(": "))));
  }

  private static List<String> warnings(ObjectNode object) {
    return AwsAdmissions.all().getFirst().warnings(new AdmissionRequest(object, Optional.empty()));
  }

  /** What AWS is to hold for a pool that is like this; empty if nothing. */
  private static Optional<AwsDesiredState> asked(ObjectNode changed) {
    return asked(changed, PoolFixture.pool("workers"));
  }

  private static Optional<AwsDesiredState> askedInAnEksCluster(ObjectNode changed) {
    return asked(
        changed,
        PoolFixture.pool("workers")
            .inEksCluster(
                """
                [{"id": "subnet-1", "availabilityZone": "40s", "isPublic": false}]
                """,
                """
                {"node": {"id": "sg-1"}}
                """));
  }

  private static Optional<AwsDesiredState> asked(ObjectNode changed, PoolFixture poolFixture) {
    poolFixture.format = "ignition";
    poolFixture.pool.set("spec", changed.path("spec"));
    poolFixture.with(
        poolFixture.awsCluster,
        "/spec/network/subnets",
        """
        [{"id": "subnet-1", "availabilityZone": "40s", "isPublic": false},
         {"id": "subnet-2", "availabilityZone": "40s", "isPublic": true},
         {"id": "subnet-3", "availabilityZone": "50s", "isPublic": false}]
        """);
    return AwsDesiredStateResolver.resolve(
                poolFixture.inputs(), cloudQuery -> Optional.of(answer(cloudQuery)))
            instanceof ResolveResult.Resolved<AwsDesiredState>(AwsDesiredState desired)
        ? Optional.of(desired)
        : Optional.empty();
  }

  /** Another answer to each question. */
  private static QueryResult answer(CloudQuery cloudQuery) {
    String reported = cloudQuery.toString();
    return switch (cloudQuery) {
      case ImageQuery.ArchitectureOf _ -> new ArchitectureResult(Optional.of("x86_64"));
      case ImageQuery.ImageNamed _, ImageQuery.ImageById _ ->
          new ImageResult(Optional.of(new ImageResult.ImageDetails(reported, "/dev/sda1")));
      case ImageQuery.ParameterNamed _ -> new ImageQuery.ParameterResult(Optional.of(reported));
      case NetworkQuery.SubnetsWhere _, NetworkQuery.SecurityGroupsWhere _ ->
          new FoundResources(List.of(new FoundResources.Resource(reported, Map.of())));
      default -> throw new AssertionError(cloudQuery);
    };
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException mistake) {
      throw new IllegalArgumentException(mistake);
    }
  }
}
