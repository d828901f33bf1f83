package io.weir.provider.gcp.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.Freshness;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolIntent.Leave;
import io.weir.provider.PoolIntent.Roll;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.gcp.template.InstanceTemplate;
import io.weir.provider.gcp.template.TemplateMarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What is done about a group in one situation after another, as a transcript. {@code
 * -Dgolden=write} writes it anew.
 */
class GroupPlannerTest {

  private static final Path GOLDEN = Path.of("src/test/resources/plans/groups.txt");
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String UPSTREAMS = "workers-0123456789abcdef";

  private final List<String> lines = new ArrayList<>();
  private final PoolFixture objects = new PoolFixture();
  private final Map<String, InstanceTemplate> templates = new TreeMap<>();
  private ObjectNode group = Json.MAPPER.createObjectNode();
  private ArrayNode members = Json.MAPPER.createArrayNode();
  private OperationStatus operations = OperationStatus.NONE;
  private Adoption adoption = new Adoption.NotRequested();

  @Test
  void aLifeIsPlannedAsReviewed() throws IOException {
    plan("nothing is there", converge());
    String first = makeTemplate(Optional.empty());
    plan("its template is there", converge());
    makeGroup(first, 2);
    plan("the group is there", converge());

    objects.machinePool.withObject("/spec").put("replicas", 4);
    plan("two more are wanted", converge());
    objects.userData = "#cloud-config\n# another token\n";
    plan("two more are wanted, and the token is another", converge());
    String second = makeTemplate(Optional.empty());
    plan("the template with that token is there", converge());
    use(second);
    plan("the group uses it", converge());
    resize(4, second);
    plan("the group has grown", converge());

    objects.machinePool.withObject("/spec").put("replicas", 3);
    plan("fewer are wanted, and nobody is chosen yet", converge());
    plan("one is chosen", converge(OptionalInt.of(3), leave(0, true), Roll.CANCEL));
    operations = new OperationStatus(true, false, Optional.empty());
    plan("Compute Engine has not done it yet", converge());
    operations = new OperationStatus(true, false, Optional.of("resize: QUOTA_EXCEEDED"));
    plan("it has failed just now", converge());
    operations = OperationStatus.NONE;
    members.remove(0);
    group.put("targetSize", 3);
    plan("it is gone", converge(OptionalInt.of(3), List.of(), Roll.CANCEL));

    objects.pool.withObject("/spec").put("instanceType", "n2-standard-8");
    plan("another machine type", converge());
    String third = makeTemplate(Optional.empty());
    use(third);
    plan("Weir rolls: one more at first", converge(OptionalInt.of(4), List.of(), Roll.CANCEL));
    plan("then one is replaced", converge(OptionalInt.of(4), leave(0, false), Roll.CANCEL));
    plan("Google rolls", converge(OptionalInt.of(3), List.of(), Roll.PROCEED));
    plan("the rollout is paused", converge(OptionalInt.of(3), List.of(), Roll.HOLD));
    setType("PROACTIVE");
    plan("it is paused while it runs", converge(OptionalInt.of(3), List.of(), Roll.HOLD));
    members.forEach(each -> made((ObjectNode) each, third));
    plan("all are replaced", converge(OptionalInt.of(3), List.of(), Roll.PROCEED));
    setType("OPPORTUNISTIC");
    plan("old templates are left", converge());
    templates.keySet().removeAll(Set.of(first, second));

    group.withObject("/instanceLifecyclePolicy").put("forceUpdateOnRepair", "NO");
    plan("somebody has changed the policy", converge());
    group.withObject("/instanceLifecyclePolicy").put("forceUpdateOnRepair", "YES");
    group.withObject("/status").put("autoscaler", "autoscalers/somebodys");
    objects.machinePool.withObject("/spec").put("replicas", 9);
    plan("an autoscaler of Google's sizes the group", converge());
    plan(
        "and one of its machines is replaced",
        converge(OptionalInt.of(9), leave(0, false), Roll.CANCEL));
    group.withObject("/status").remove("autoscaler");

    plan("the pool is deleted", new PoolIntent.Delete<>(false));
    group.removeAll();
    members.removeAll();
    plan("the group is gone", new PoolIntent.Delete<>(false));

    verify();
  }

  @Test
  void aPoolOfUpstreamsIsTakenOverWithoutARoll() {
    templates.put(UPSTREAMS, new InstanceTemplate(UPSTREAMS, Optional.empty(), Set.of("w1")));
    makeGroup(UPSTREAMS, 2);
    group.remove("allInstancesConfig");
    setType("PROACTIVE");

    assertThat(steps(converge())).as("nobody has asked for it").isEmpty();
    adoption =
        new Adoption.Requested(
            Set.of("gce://p/us-central1-a/workers-0", "gce://p/us-central1-a/workers-1"), "");
    assertThat(steps(converge()))
        .singleElement()
        .isInstanceOfSatisfying(
            GroupStep.ClaimGroup.class,
            claim -> {
              assertThat(claim.patch().at("/updatePolicy/type").asText())
                  .isEqualTo("OPPORTUNISTIC");
              assertThat(claim.eventReason()).isEqualTo("Adopt");
            });

    merge(group, GroupSettings.of(PoolFixture.MARKS, "OPPORTUNISTIC", false, 1));
    var created = (GroupStep.CreateTemplate) steps(converge()).getFirst();
    assertThat(created.marks().adopted()).contains(created.marks().fingerprint());
    templates.put(
        created.template(),
        new InstanceTemplate(created.template(), Optional.of(created.marks()), Set.of("w1")));
    use(created.template());
    assertThat(seen().freshnessOfStaying(objects.desired().template()))
        .containsOnly(Freshness.CURRENT);

    objects.pool.withObject("/spec").put("instanceType", "n2-standard-8");
    use(makeTemplate(seen().adopted()));
    assertThat(seen().freshnessOfStaying(objects.desired().template()))
        .containsOnly(Freshness.OUTDATED);
  }

  @Test
  void moreThanAThousandLeaveInSeveralCalls() {
    String template = makeTemplate(Optional.empty());
    makeGroup(template, 1500);
    objects.machinePool.withObject("/spec").put("replicas", 0);
    List<Leave> all =
        seen().members().stream().map(each -> new Leave(each.id(), true, NOW)).toList();

    List<PlanStep> steps = steps(converge(OptionalInt.of(0), all, Roll.CANCEL));

    assertThat(steps)
        .extracting(PlanStep::endsInstances)
        .filteredOn(ends -> ends > 0)
        .containsExactly(1000, 500);
  }

  @Test
  void aGroupOfAnotherPoolOfTheSameNameIsLeftAloneAndTold() {
    String template = makeTemplate(Optional.empty());
    makeGroup(template, 1);
    group
        .withObject("/allInstancesConfig/properties/metadata")
        .put("weir-pool", "GCPMachinePool/team/pool-of-cluster-w1");

    assertThat(steps(converge())).isEmpty();
    assertThat(seen().ownershipConflict(pool(), ProviderAnnotations.NONE))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("managed instance group w1-workers", "recreate this pool"));
  }

  private void plan(String situation, PoolIntent<DesiredGroup> intent) {
    lines.add(situation);
    List<PlanStep> steps = steps(intent);
    if (steps.isEmpty()) {
      lines.add("  nothing");
    }
    steps.forEach(
        step ->
            lines.add(
                "  %s: %s%s%s"
                    .formatted(
                        step.description(),
                        step.reason(),
                        step.endsInstances() > 0 ? ", ends " + step.endsInstances() : "",
                        step instanceof GroupStep.UpdateGroup update ? " " + update.patch() : "")));
  }

  private void verify() throws IOException {
    String text = String.join("\n", lines).replaceAll("workers-[0-9a-f]{16}", "workers-<hash>");
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(GOLDEN, text + "\n");
    }
    assertThat(text + "\n").isEqualTo(Files.readString(GOLDEN));
  }

  private List<PlanStep> steps(PoolIntent<DesiredGroup> intent) {
    Observation<ObservedGroup> now =
        group.isEmpty() && templates.isEmpty()
            ? new Observation.ProvenAbsent<>(NOW)
            : new Observation.Present<>(seen(), NOW);
    return new GroupPlanner()
        .plan(intent, new PlanContext<>(pool(), now, ProviderAnnotations.NONE));
  }

  private PoolIdentity pool() {
    return new PoolIdentity(
        new ObjectKey("team", "workers"),
        "6f1",
        "w1",
        "w1-workers",
        new OwnershipClaim(PoolFixture.MARKS, "team", Set.of(), Set.of(), adoption));
  }

  private ObservedGroup seen() {
    var entries = new ArrayList<JsonNode>();
    members.forEach(entries::add);
    JsonNode shown = group.isEmpty() ? Json.MAPPER.missingNode() : group;
    return new ObservedGroup(
        "w1-workers", "p", shown, ObservedGroup.readMembers(entries), templates, operations);
  }

  private PoolIntent<DesiredGroup> converge() {
    return converge(OptionalInt.empty(), List.of(), Roll.CANCEL);
  }

  private PoolIntent<DesiredGroup> converge(OptionalInt size, List<Leave> leave, Roll roll) {
    return new PoolIntent.Converge<>(objects.desired(), size, leave, roll);
  }

  private List<Leave> leave(int member, boolean shrink) {
    return List.of(new Leave(seen().members().get(member).id(), shrink, NOW));
  }

  private String makeTemplate(Optional<TemplateFingerprint> adopted) {
    DesiredGroup want = objects.desired();
    var marks =
        new TemplateMarks(
            new PoolMarks(want.marks().managementCluster(), want.marks().pool()),
            want.name(),
            want.template().fingerprint(),
            adopted);
    String name = want.template().name(marks);
    templates.put(name, new InstanceTemplate(name, Optional.of(marks), Set.of("w1")));
    return name;
  }

  private void makeGroup(String template, int size) {
    group = Json.MAPPER.createObjectNode();
    group
        .put("name", "w1-workers")
        .put("zone", "https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a")
        .put("fingerprint", "abc=");
    merge(group, GroupSettings.of(PoolFixture.MARKS, "OPPORTUNISTIC", false, 1));
    use(template);
    resize(size, template);
  }

  private static void merge(ObjectNode into, ObjectNode settings) {
    settings.properties().forEach(field -> into.set(field.getKey(), field.getValue().deepCopy()));
  }

  private void use(String template) {
    group.put("instanceTemplate", "global/instanceTemplates/" + template);
  }

  private void setType(String type) {
    group.withObject("/updatePolicy").put("type", type);
  }

  private void resize(int size, String template) {
    group.put("targetSize", size);
    IntStream.range(members.size(), size)
        .forEach(
            number ->
                made(
                    members
                        .addObject()
                        .put(
                            "instance",
                            "projects/p/zones/us-central1-a/instances/workers-" + number)
                        .put("id", "70" + number)
                        .put("instanceStatus", "RUNNING")
                        .put("currentAction", "NONE"),
                    template));
  }

  private static void made(ObjectNode member, String template) {
    member.withObject("/version").put("instanceTemplate", "global/instanceTemplates/" + template);
  }
}
