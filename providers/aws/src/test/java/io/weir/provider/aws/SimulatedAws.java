package io.weir.provider.aws;

import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.clouds.CloudTime;
import io.weir.clouds.ManualTime;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.world.World;
import io.weir.provider.Answer;
import io.weir.provider.CallGate;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.Progress;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.calls.SdkConnections;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.AwsQuery;
import io.weir.provider.aws.observed.AwsObserved;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateRequest;

/**
 * The provider on a simulated AWS over HTTP, driven as a manager would: look, plan, apply, one pool
 * at a time. Time stands still until a test moves it, for the cloud and the provider alike.
 */
final class SimulatedAws implements AutoCloseable, CallGate {

  static final Scope SCOPE = new Scope("aws", "AWSClusterControllerIdentity/default", "us-east-1");

  final ManualTime time = CloudTime.manual(Instant.now());
  final AwsCloud cloud = AwsCloud.builder().world(World.of("w1")).time(time).start();
  private int untilCut;
  private String duringApi = "";
  private Runnable during = () -> {};
  private Meanwhile meanwhile = () -> {};
  private final Map<Query, Answer> answers = new HashMap<>();
  final List<Outcome> outcomes = new ArrayList<>();
  PoolProvider<AwsDesired, AwsObserved> provider = newProvider();
  Report report =
      new Report(Json.MAPPER.createObjectNode(), Json.MAPPER.createObjectNode(), List.of());

  SimulatedAws() {
    System.setProperty("aws.accessKeyId", World.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", World.ACCOUNT.secretKey());
  }

  /** A pool of the simulated world whose image, subnets and security groups must be looked up. */
  static Given pool(String name, int replicas) {
    var given = Given.pool(name);
    return given
        .with(given.machinePool, "/spec/replicas", Integer.toString(replicas))
        .with(given.machinePool, "/spec/template/spec/version", "\"v1.33.7\"")
        .with(given.pool, "/spec/awsLaunchTemplate/ami", "{}")
        .with(
            given.pool,
            "/spec/subnets",
            "[{\"filters\": [{\"name\": \"tag:kubernetes.io/role/internal-elb\", \"values\":"
                + " [\"1\"]}]}]")
        .with(given.awsCluster, "/status", "{}");
  }

  /** Forgets all that the provider remembers, as a new process would. */
  void restart() {
    provider = newProvider();
  }

  private PoolProvider<AwsDesired, AwsObserved> newProvider() {
    return new AwsMachinePoolProvider(context());
  }

  private Context context() {
    InstantSource now = time::now;
    Clock clock = now.withZone(ZoneOffset.UTC);
    return new Context(Map.of("endpoint", cloud.endpoint().toString()), this, clock);
  }

  AwsDesired desired(Given given) throws ProviderException {
    return wanted(resolution(given));
  }

  private Resolution<AwsDesired> resolution(Given given) throws ProviderException {
    while (true) {
      var known =
          provider.resolve(given.inputs(), query -> Optional.ofNullable(answers.get(query)));
      if (!(known instanceof Resolution.Asks<AwsDesired> asks)) {
        return known;
      }
      answers.putAll(provider.ask(SCOPE, asks.queries()));
    }
  }

  private static AwsDesired wanted(Resolution<AwsDesired> resolution) {
    return switch (resolution) {
      case Resolution.Resolved<AwsDesired>(AwsDesired desired) -> desired;
      case Resolution.Blocked<AwsDesired>(var why, var meanwhile) ->
          meanwhile.orElseThrow(() -> new AssertionError(why));
      case Resolution.Asks<AwsDesired> asks -> throw new AssertionError(asks);
    };
  }

  /** Has AWS show no image whose name matches, until it is looked for again. */
  void loseImages() {
    answers.replaceAll(
        (query, answer) ->
            query instanceof AwsQuery.ImageNamed ? new AwsQuery.Image(Optional.empty()) : answer);
  }

  /** Has images be looked for again. */
  void findImages() {
    answers.keySet().removeIf(AwsQuery.ImageNamed.class::isInstance);
  }

  Observation<AwsObserved> look(String name) throws ProviderException {
    return look(name, false);
  }

  private Observation<AwsObserved> look(String name, boolean closely) throws ProviderException {
    var seen = new TreeMap<String, AwsObserved>();
    Set<String> close = closely ? Set.of(name) : Set.of();
    provider.observe(SCOPE, new Interest.Only(Set.of(name), close), seen::put);
    return seen.containsKey(name)
        ? new Observation.Seen<>(seen.get(name), time.now())
        : new Observation.ProvenAbsent<>(time.now());
  }

  Map<String, AwsObserved> lookAtAll() throws ProviderException {
    var seen = new TreeMap<String, AwsObserved>();
    provider.observe(SCOPE, new Interest.All(), seen::put);
    return seen;
  }

  Observation<AwsObserved> converge(Given given) throws ProviderException {
    return act(given, new Intent.Converge<>(desired(given)));
  }

  Observation<AwsObserved> delete(Given given) throws ProviderException {
    return act(given, new Intent.Delete<>());
  }

  /** Converges again and again, as looks would have it, until nothing is left to be rolled. */
  Observation<AwsObserved> roll(Given given) throws ProviderException {
    Observation<AwsObserved> seen = converge(given);
    for (int pass = 0; pass < 200 && !rolled(); pass++) {
      time.advance(Duration.ofSeconds(3));
      seen = converge(given);
    }
    return seen;
  }

  private boolean rolled() {
    return told("InstancesUpToDate").status() == ConditionStatus.TRUE;
  }

  /** Passes for so long, with such pauses. */
  void converge(Given given, Duration howLong, Duration pause) throws ProviderException {
    Instant end = time.now().plus(howLong);
    while (time.now().isBefore(end)) {
      converge(given);
      time.advance(pause);
    }
  }

  /** What people may do in AWS. */
  AwsCalls byHand() {
    return calls();
  }

  /** One pass, as the manager makes it: notes before steps, what was learnt at the end. */
  private Observation<AwsObserved> act(Given given, Intent<AwsDesired> intent)
      throws ProviderException {
    var notes = Notes.of(given.object(), provider.noteKeys());
    String name = given.poolName().cloudName();
    var seen = look(name, provider.closely(intent, notes));
    var others = meanwhile;
    meanwhile = () -> {};
    others.act();
    List<Step> plan = plan(given, intent, seen, notes);
    while (!plan.isEmpty()) {
      var step = plan.getFirst();
      notes = step.before(notes, time.now());
      given.note(notes);
      cut();
      seen = provider.apply(SCOPE, step, seen, key(step));
      cut();
      notes = step.after(notes);
      plan = plan(given, intent, seen, notes);
    }
    if (intent instanceof Intent.Converge<AwsDesired>) {
      report = report(given, resolution(given), seen, notes);
      given.annotate(report.annotations());
    }
    return seen;
  }

  /** What others do between a look and what follows from it. */
  interface Meanwhile {
    void act() throws ProviderException;
  }

  /** Lets others act after the next look. */
  void meanwhile(Meanwhile others) {
    meanwhile = others;
  }

  /** Ends the process at the so-manieth point where it may end: before and after each write. */
  void cutAt(int point) {
    untilCut = point;
  }

  private void cut() {
    if (untilCut > 0 && --untilCut == 0) {
      throw new Cut();
    }
  }

  /** The process has ended. */
  static final class Cut extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private List<Step> plan(
      Given given, Intent<AwsDesired> intent, Observation<AwsObserved> seen, Notes notes) {
    return provider.plan(intent, new Situation<>(given.poolName(), seen, notes));
  }

  private Report report(
      Given given, Resolution<AwsDesired> known, Observation<AwsObserved> seen, Notes notes) {
    return provider.report(
        given.object(), new Progress<>(Optional.of(known), seen, Optional.empty(), false, notes));
  }

  /** The condition of this type in the report of the last pass. */
  Condition told(String type) {
    return report.conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** Makes a pool of which nothing exists, without asking again what does not change. */
  void create(Given given) throws ProviderException {
    Observation<AwsObserved> seen = new Observation.ProvenAbsent<>(time.now());
    for (Step step : plan(given, new Intent.Converge<>(desired(given)), seen, Notes.NONE)) {
      seen = provider.apply(SCOPE, step, seen, key(step));
    }
  }

  /** Deletes a launch template as somebody else would. */
  void deleteBehindOurBack(String templateId) throws ProviderException {
    calls()
        .deleteTemplate(DeleteLaunchTemplateRequest.builder().launchTemplateId(templateId).build());
  }

  /** Makes a launch template and a group without any tag, as somebody else would. */
  void makeBehindOurBack(String name) throws ProviderException {
    calls()
        .createTemplate(
            CreateLaunchTemplateRequest.builder()
                .launchTemplateName(name)
                .launchTemplateData(data -> data.instanceType("t3.large").imageId(image()))
                .build());
    calls()
        .createGroup(
            CreateAutoScalingGroupRequest.builder()
                .autoScalingGroupName(name)
                .minSize(0)
                .maxSize(1)
                .vpcZoneIdentifier("subnet-0aaaaaaaaaaaaaaa1")
                .launchTemplate(template -> template.launchTemplateName(name).version("$Latest"))
                .build());
  }

  private String image() {
    return cloud.world().region("us-east-1").orElseThrow().images().getFirst().id();
  }

  private AwsCalls calls() {
    return new SdkConnections(context()).to(SCOPE);
  }

  /** The same for a repetition, another for a later decision. */
  private String key(Step step) {
    return step.what() + " at " + time.now();
  }

  /** Lets everything that was begun come to its end. */
  void settle() {
    for (int minute = 0; minute < 5; minute++) {
      time.advance(Duration.ofMinutes(1));
    }
  }

  /** Has something happen while the next such call is on its way. */
  void during(String api, Runnable act) {
    duringApi = api;
    during = act;
  }

  @Override
  public void enter(Scope scope, String api) {
    if (api.equals(duringApi)) {
      duringApi = "";
      during.run();
    }
  }

  @Override
  public synchronized void left(Scope scope, String api, Outcome outcome) {
    outcomes.add(outcome);
  }

  @Override
  public void close() {
    cloud.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }
}
