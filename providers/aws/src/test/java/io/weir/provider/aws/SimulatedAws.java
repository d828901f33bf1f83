package io.weir.provider.aws;

import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.ErrorRule;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolDetail;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResult;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.machinepool.AwsDesiredState;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.machinepool.calls.PoolCalls;
import io.weir.provider.kit.CalledActions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateRequest;

/**
 * The provider on a simulated AWS over HTTP, driven as a manager would: look, plan, apply, one pool
 * at a time. Time stands still until a test moves it, for the cloud and the provider alike.
 */
final class SimulatedAws implements AutoCloseable, CallGate {

  static final CloudScope SCOPE = new CloudScope("aws", ClusterIdentities.OF_MANAGER, "us-east-1");

  final ManualClock time = CloudClock.manual(Instant.now());
  final AwsCloud cloud =
      AwsCloud.builder().seedData(AwsSeedData.forCluster("w1")).clock(time).start();
  private boolean allDetails;
  private int untilCut;
  private String duringApi = "";
  private Runnable during = () -> {};
  private final Set<String> externalActions = new TreeSet<>();
  private ExternalChange externalChange = () -> {};
  private final Map<CloudQuery, QueryResult> answers = new HashMap<>();
  final List<CallOutcome> outcomes = new ArrayList<>();
  PoolProvider<AwsDesiredState, AwsObservedState> provider = newProvider();
  ProviderReport report =
      new ProviderReport(Json.MAPPER.createObjectNode(), Json.MAPPER.createObjectNode(), List.of());

  SimulatedAws() {
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
  }

  /** A pool of the simulated cloud whose image, subnets and security groups must be looked up. */
  static PoolFixture pool(String name, int replicas) {
    var poolFixture = PoolFixture.pool(name);
    return poolFixture
        .with(poolFixture.machinePool, "/spec/replicas", Integer.toString(replicas))
        .with(poolFixture.machinePool, "/spec/template/spec/version", "\"v1.33.7\"")
        .with(poolFixture.pool, "/spec/awsLaunchTemplate/ami", "{}")
        .with(
            poolFixture.pool,
            "/spec/subnets",
            "[{\"filters\": [{\"name\": \"tag:kubernetes.io/role/internal-elb\", \"values\":"
                + " [\"1\"]}]}]")
        .with(poolFixture.awsCluster, "/status", "{}");
  }

  /** Forgets all that the provider remembers, as a new process would. */
  void restart() {
    provider = newProvider();
  }

  private PoolProvider<AwsDesiredState, AwsObservedState> newProvider() {
    return new AwsMachinePoolProvider(
        new AwsSessions(context()), new ClusterIdentities("weir-system"), context().clock());
  }

  private ProviderContext context() {
    InstantSource now = time::now;
    Clock clock = now.withZone(ZoneOffset.UTC);
    return new ProviderContext(Map.of("endpoint", cloud.endpoint().toString()), this, clock);
  }

  AwsDesiredState desired(PoolFixture poolFixture) throws ProviderException {
    return wanted(resolution(poolFixture));
  }

  private ResolveResult<AwsDesiredState> resolution(PoolFixture poolFixture)
      throws ProviderException {
    while (true) {
      var known =
          provider.resolveDesiredState(
              poolFixture.inputs(), cloudQuery -> Optional.ofNullable(answers.get(cloudQuery)));
      if (!(known instanceof ResolveResult.NeedsQueries<AwsDesiredState> needsQueries)) {
        return known;
      }
      answers.putAll(provider.query(SCOPE, needsQueries.queries()));
    }
  }

  private static AwsDesiredState wanted(ResolveResult<AwsDesiredState> resolveResult) {
    return switch (resolveResult) {
      case ResolveResult.Resolved<AwsDesiredState>(AwsDesiredState desired) -> desired;
      case ResolveResult.Blocked<AwsDesiredState>(var why, var meanwhile) ->
          meanwhile.orElseThrow(() -> new AssertionError(why));
      case ResolveResult.NeedsQueries<AwsDesiredState> needsQueries ->
          throw new AssertionError(needsQueries);
    };
  }

  /** Has AWS show no image whose name matches, until it is looked for again. */
  void loseImages() {
    answers.replaceAll(
        (cloudQuery, queryResult) ->
            cloudQuery instanceof ImageQuery.ImageNamed
                ? new ImageQuery.ImageResult(Optional.empty())
                : queryResult);
  }

  /** Has images be looked for again. */
  void findImages() {
    answers.keySet().removeIf(ImageQuery.ImageNamed.class::isInstance);
  }

  Observation<AwsObservedState> observe(String name) throws ProviderException {
    return observe(name, false);
  }

  private Observation<AwsObservedState> observe(String name, boolean inDetail)
      throws ProviderException {
    var seen = new TreeMap<String, AwsObservedState>();
    provider.observe(new ScopeReads(SCOPE), new ObservationRequest.Only(Set.of(name)), seen::put);
    AwsObservedState completed = seen.get(name);
    if (completed == null) {
      return new Observation.ProvenAbsent<>(time.now());
    }
    for (PoolDetail<AwsObservedState, ?> detail : provider.details()) {
      if (allDetails || isUrgent(detail, completed, inDetail)) {
        completed = detail.readNow(SCOPE, name, completed, inDetail);
      }
    }
    return new Observation.Present<>(completed, time.now());
  }

  private static boolean isUrgent(
      PoolDetail<AwsObservedState, ?> detail, AwsObservedState observed, boolean wanted) {
    return detail.need(observed, Optional.empty(), wanted) instanceof DetailNeed.Within within
        && within.start() instanceof DetailNeed.Start.AtOnce;
  }

  /** From now on observations come with what can wait, too. */
  void readAllDetails() {
    allDetails = true;
  }

  Map<String, AwsObservedState> observeAll() throws ProviderException {
    var seen = new TreeMap<String, AwsObservedState>();
    provider.observe(new ScopeReads(SCOPE), new ObservationRequest.All(), seen::put);
    return seen;
  }

  /** What is left of a pool that is about to be released. */
  Map<String, AwsObservedState> observeRemains(String name) throws ProviderException {
    var seen = new TreeMap<String, AwsObservedState>();
    provider.observeRemains(new ScopeReads(SCOPE), Set.of(name), seen::put);
    return seen;
  }

  Observation<AwsObservedState> converge(PoolFixture poolFixture) throws ProviderException {
    return act(poolFixture, new PoolIntent.Converge<>(desired(poolFixture)));
  }

  /** Ends an instance of the pool's, in whose place another comes. */
  Observation<AwsObservedState> end(PoolFixture poolFixture, Instance victim)
      throws ProviderException {
    var leave = new PoolIntent.Leave(victim.id(), false, time.now());
    return act(
        poolFixture,
        new PoolIntent.Converge<>(desired(poolFixture), List.of(leave), PoolIntent.Roll.PROCEED));
  }

  /** Tells AWS what to do with an instance that waits for our word. */
  Observation<AwsObservedState> answer(PoolFixture poolFixture, String instance, boolean release)
      throws ProviderException {
    var held = new PoolIntent.Held(instance, release, time.now());
    return act(
        poolFixture,
        new PoolIntent.Converge<>(
            desired(poolFixture),
            OptionalInt.empty(),
            List.of(),
            List.of(held),
            PoolIntent.Roll.PROCEED,
            0));
  }

  Observation<AwsObservedState> delete(PoolFixture poolFixture) throws ProviderException {
    return act(poolFixture, new PoolIntent.Delete<>(false));
  }

  /** Converges again and again, as looks would have it, until nothing is left to be rolled. */
  Observation<AwsObservedState> roll(PoolFixture poolFixture) throws ProviderException {
    Observation<AwsObservedState> seen = converge(poolFixture);
    for (int pass = 0; pass < 200 && !rolled(); pass++) {
      time.advance(Duration.ofSeconds(3));
      seen = converge(poolFixture);
    }
    return seen;
  }

  private boolean rolled() {
    return reportedCondition("InstancesUpToDate").status() == ConditionStatus.TRUE;
  }

  /** Passes for so long, with such pauses. */
  void converge(PoolFixture poolFixture, Duration howLong, Duration pause)
      throws ProviderException {
    Instant end = time.now().plus(howLong);
    while (time.now().isBefore(end)) {
      converge(poolFixture);
      time.advance(pause);
    }
  }

  /** What people may do in AWS that the manager does, too. */
  PoolCalls externalClient() {
    return calls();
  }

  /**
   * The same for a call that the manager never makes.
   *
   * @param action such as {@code ec2:ModifyLaunchTemplate}
   */
  PoolCalls externalClient(String action) {
    var _ = externalActions.add(action);
    return calls();
  }

  /** One pass, as the manager makes it: annotations before steps, what was learnt at the end. */
  private Observation<AwsObservedState> act(
      PoolFixture poolFixture, PoolIntent<AwsDesiredState> poolIntent) throws ProviderException {
    var providerAnnotations =
        ProviderAnnotations.of(poolFixture.object(), provider.annotationKeys());
    String name = poolFixture.identity().cloudName();
    var seen = observe(name, provider.needsDetailedObservation(poolIntent, providerAnnotations));
    var others = externalChange;
    externalChange = () -> {};
    others.act();
    var failures = new LinkedHashMap<List<Object>, CallFailure>();
    List<PlanStep> plan = plan(poolFixture, poolIntent, seen, providerAnnotations);
    while (next(plan, failures).isPresent()) {
      var planStep = next(plan, failures).get();
      providerAnnotations = planStep.annotationsBefore(providerAnnotations, time.now());
      poolFixture.annotateWith(providerAnnotations);
      cut();
      try {
        var receipt = provider.apply(SCOPE, planStep, seen, key(planStep));
        seen = receipt.observation();
        cut();
        providerAnnotations =
            planStep.annotationsAfterSuccess(providerAnnotations.withAll(receipt.notes()));
      } catch (ProviderException failure) {
        failures.put(attempt(planStep), CallFailure.of(planStep, failure));
        if (ErrorRule.of(failure).outdated()) {
          break;
        }
      }
      plan = plan(poolFixture, poolIntent, seen, providerAnnotations);
    }
    Optional<CallFailure> first = failures.values().stream().findFirst();
    if (poolIntent instanceof PoolIntent.Converge<AwsDesiredState>) {
      report = report(poolFixture, resolution(poolFixture), seen, first, providerAnnotations);
      poolFixture.annotate(report.annotations());
    }
    if (first.isPresent()) {
      throw first.get().error();
    }
    return seen;
  }

  /** The first step that has not failed in the pass, if those before it can be skipped. */
  private static Optional<PlanStep> next(
      List<PlanStep> plan, Map<List<Object>, CallFailure> failures) {
    for (PlanStep planStep : plan) {
      if (!failures.containsKey(attempt(planStep))) {
        return Optional.of(planStep);
      }
      if (!planStep.canBeSkipped()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static List<Object> attempt(PlanStep planStep) {
    return List.of(planStep.description(), planStep.backoffKey());
  }

  /** What others do between a look and what follows from it. */
  interface ExternalChange {
    void act() throws ProviderException;
  }

  /** Lets others act after the next look. */
  void changeAfterObservation(ExternalChange others) {
    externalChange = others;
  }

  /** Ends the process at the so-manieth point where it may end: before and after each write. */
  void crashAt(int point) {
    untilCut = point;
  }

  private void cut() {
    if (untilCut > 0 && --untilCut == 0) {
      throw new SimulatedCrash();
    }
  }

  /** The process has ended. */
  static final class SimulatedCrash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private List<PlanStep> plan(
      PoolFixture poolFixture,
      PoolIntent<AwsDesiredState> poolIntent,
      Observation<AwsObservedState> seen,
      ProviderAnnotations providerAnnotations) {
    return provider.plan(
        poolIntent, new PlanContext<>(poolFixture.identity(), seen, providerAnnotations));
  }

  private ProviderReport report(
      PoolFixture poolFixture,
      ResolveResult<AwsDesiredState> known,
      Observation<AwsObservedState> seen,
      Optional<CallFailure> failure,
      ProviderAnnotations providerAnnotations) {
    return provider.report(
        poolFixture.object(),
        new ReportContext<>(
            poolFixture.identity(), Optional.of(known), seen, failure, false, providerAnnotations));
  }

  /** The condition of this type in the report of the last pass. */
  Condition reportedCondition(String type) {
    return report.conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** Makes a pool of which nothing exists, without asking again what does not change. */
  void create(PoolFixture poolFixture) throws ProviderException {
    Observation<AwsObservedState> seen = new Observation.ProvenAbsent<>(time.now());
    for (PlanStep planStep :
        plan(
            poolFixture,
            new PoolIntent.Converge<>(desired(poolFixture)),
            seen,
            ProviderAnnotations.NONE)) {
      seen = provider.apply(SCOPE, planStep, seen, key(planStep)).observation();
    }
  }

  /** Deletes a launch template as somebody else would. */
  void deleteExternally(String templateId) throws ProviderException {
    calls()
        .deleteTemplate(DeleteLaunchTemplateRequest.builder().launchTemplateId(templateId).build());
  }

  /** Makes a launch template and a group without any tag, as somebody else would. */
  void createExternally(String name) throws ProviderException {
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

  /** Takes Weir's marks off the group and the launch template of that name. */
  void loseMarksExternally(String name) throws ProviderException {
    var tags = new ExternalTags(calls());
    Set<String> marks = Set.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, PoolMarks.POOL_KEY);
    tags.removeFromGroup(name, marks);
    tags.removeFromTemplate(observeAll().get(name).template().orElseThrow().id(), marks);
  }

  /** Takes all tags off the group and the launch template of that name as somebody else would. */
  void loseTagsExternally(String name) throws ProviderException {
    var seen = observe(name).observedState().orElseThrow();
    var tags = new ExternalTags(calls());
    tags.removeFromGroup(name, seen.group().orElseThrow().tags().keySet());
    var template = seen.template().orElseThrow();
    tags.removeFromTemplate(template.id(), template.tags().keySet());
  }

  /** Adds a version to the launch template of that name that is not of Weir's making. */
  void addVersionExternally(String name) throws ProviderException {
    var _ =
        calls()
            .createTemplateVersion(
                CreateLaunchTemplateVersionRequest.builder()
                    .launchTemplateName(name)
                    .sourceVersion("1")
                    .launchTemplateData(data -> data.keyName("somebodys"))
                    .build());
  }

  private String image() {
    return cloud.seedData().region("us-east-1").orElseThrow().images().getFirst().id();
  }

  private PoolCalls calls() {
    var session = new AwsSessions(context()).sessionFor(SCOPE);
    return () -> session;
  }

  /** The same for a repetition, another for a later decision. */
  private String key(PlanStep planStep) {
    return planStep.description() + " at " + time.now();
  }

  /** Lets everything that was begun come to its end. */
  void completePendingWork() {
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
  public void beforeCall(CloudRequest cloudRequest) {
    if (cloudRequest.api().equals(duringApi)) {
      duringApi = "";
      during.run();
    }
  }

  @Override
  public synchronized void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
    outcomes.add(callOutcome);
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if it was asked for something that the provider needs no permission for
   */
  @Override
  public void close() {
    cloud.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
    Set<String> called = cloud.journal().actions();
    called.removeAll(externalActions);
    CalledActions.of("aws").assertNoOthers(called);
  }
}
