package io.weir.clouds.aws;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import io.weir.clouds.CloudFault;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.aws.ec2.Ec2Instances;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.sts.TemporaryKeys;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.JsonBodies;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Answer;
import io.weir.clouds.http.ApiCall;
import io.weir.clouds.http.ApiErrorException;
import io.weir.clouds.http.ApiRequest;
import io.weir.clouds.http.FormFields;
import io.weir.clouds.http.Protocol;
import io.weir.clouds.http.WireRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** AWS's protocols: whose is a request, for which service, is it well-formed. */
final class AwsProtocol implements Protocol<RegionalServices> {
  private static final int OK = 200;
  private static final String TRUSTING = "sts";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<AwsService> services =
      List.of(
          AwsService.of("ec2"),
          AwsService.of("autoscaling"),
          AwsService.of("iam"),
          AwsService.of("eks"),
          AwsService.of("ssm"),
          AwsService.of("sts"));
  private final AwsSeedData awsSeedData;
  private final TemporaryKeys temporaryKeys;
  private volatile Optional<AccessPolicy> accessPolicy = Optional.empty();
  private final AtomicLong requests = new AtomicLong();

  AwsProtocol(AwsSeedData awsSeedData, TemporaryKeys temporaryKeys) {
    this.awsSeedData = awsSeedData;
    this.temporaryKeys = temporaryKeys;
  }

  /** From now on only what the policy allows is allowed; everything if there is none. */
  void setAccessPolicy(Optional<AccessPolicy> newPolicy) {
    accessPolicy = newPolicy;
  }

  /** Name of the site of an account in a region. */
  static String siteName(Account account, Region region) {
    return account.id() + "/" + region.name();
  }

  @Override
  public Set<String> actions() {
    Set<String> actions = new TreeSet<>();
    services.forEach(awsService -> actions.addAll(awsService.model().operations()));
    return actions;
  }

  @Override
  public ApiRequest<RegionalServices> open(WireRequest request) {
    return new Request(request);
  }

  private final class Request implements ApiRequest<RegionalServices> {
    private final WireRequest wire;
    private final String id =
        "%08x-0000-4000-8000-000000000000".formatted(requests.incrementAndGet());
    private final Map<String, String> fields;
    private final Optional<AuthorizationHeader> authorization;
    private final AwsService awsService;

    Request(WireRequest wire) {
      this.wire = wire;
      authorization = AuthorizationHeader.parse(wire.header("Authorization"));
      fields =
          wire.header("Content-Type").contains("json") || wire.body().length == 0
              ? Map.of()
              : FormFields.parse(new String(wire.body(), StandardCharsets.UTF_8));
      awsService = service(authorization, fields);
    }

    @Override
    public ApiCall<RegionalServices> toCall() {
      AuthorizationHeader given = authorization.orElseThrow(awsService::missingSignature);
      Account account =
          awsSeedData
              .account(given.accessKey())
              .or(
                  () ->
                      temporaryKeys.account(given.accessKey(), wire.header("X-Amz-Security-Token")))
              .orElseThrow(awsService::unknownKey);
      Headers headers = wire.headers();
      boolean signed =
          given.service().equals(awsService.name())
              && SigV4Verifier.isValid(
                  given,
                  account,
                  wire.method(),
                  wire.rawPath(),
                  wire.rawQuery(),
                  headers,
                  wire.body());
      if (!signed) {
        throw awsService.wrongSignature();
      }
      Region region = awsSeedData.region(given.region()).orElseThrow(awsService::wrongSignature);
      Asked asked = awsService.isJson() ? asked() : new AskedByForm(awsService, fields, id);
      return new Call(awsService, accessPolicy, account, region, asked, id);
    }

    private Asked asked() {
      var json = new JsonBodies(awsService.model());
      return json.match(wire.method(), wire.rawPath(), wire.header("X-Amz-Target"))
          .map(match -> new AskedInJson(json, match, wire.rawQuery(), wire.body(), id))
          .orElseThrow(
              () ->
                  new AwsErrorException(
                      404, "UnknownOperationException", wire.method() + " " + wire.path()));
    }

    @Override
    public LoopbackServer.Response toResponse(ApiErrorException error) {
      return awsService.isJson()
          ? new LoopbackServer.Response(
              error.status(),
              "application/json",
              Map.of("x-amzn-ErrorType", error.code(), "x-amzn-RequestId", id),
              JSON.createObjectNode()
                  .put("__type", error.code())
                  .put("message", error.errorMessage())
                  .toString())
          : response(error.status(), awsService.writer().writeError(error, id));
    }

    @Override
    public ApiErrorException internalError() {
      return new AwsErrorException(500, "InternalFailure", "mistake");
    }
  }

  private static LoopbackServer.Response response(int status, String document) {
    return new LoopbackServer.Response(status, "text/xml;charset=UTF-8", Map.of(), document);
  }

  private AwsService service(
      Optional<AuthorizationHeader> authorization, Map<String, String> fields) {
    String scope = authorization.map(AuthorizationHeader::service).orElse("");
    String version = fields.getOrDefault("Version", "");
    return services.stream()
        .filter(awsService -> awsService.name().equals(scope))
        .findFirst()
        .or(() -> services.stream().filter(s -> s.model().version().equals(version)).findFirst())
        .orElse(services.getFirst());
  }

  /** What a request asks, in the protocol of its service. */
  private sealed interface Asked {
    String action();

    String resource();

    Map<String, String> parameters();

    Struct input();

    LoopbackServer.Response answer(Struct output);
  }

  private record AskedByForm(AwsService awsService, Map<String, String> fields, String requestId)
      implements Asked {
    @Override
    public String action() {
      return fields.getOrDefault("Action", "");
    }

    @Override
    public String resource() {
      return RequestResource.resourceName(fields);
    }

    @Override
    public Map<String, String> parameters() {
      return RequestResource.plainParameters(fields);
    }

    @Override
    public Struct input() {
      return awsService.reader().read(action(), fields);
    }

    @Override
    public LoopbackServer.Response answer(Struct output) {
      return response(OK, awsService.writer().writeResponse(action(), output, requestId));
    }
  }

  // Made for one request and read by it alone, so that equality and copies mean nothing.
  @SuppressWarnings("ArrayRecordComponent")
  private record AskedInJson(
      JsonBodies json, JsonBodies.Match match, String rawQuery, byte[] body, String requestId)
      implements Asked {
    @Override
    public String action() {
      return match.action();
    }

    @Override
    public String resource() {
      return match
          .variables()
          .getOrDefault(
              "nodegroupName",
              match
                  .variables()
                  .getOrDefault("resourceArn", match.variables().getOrDefault("name", "")));
    }

    @Override
    public Map<String, String> parameters() {
      return match.variables();
    }

    @Override
    public Struct input() {
      return json.read(match, rawQuery, body);
    }

    @Override
    public LoopbackServer.Response answer(Struct output) {
      return new LoopbackServer.Response(
          OK,
          "application/json",
          Map.of("x-amzn-RequestId", requestId),
          json.write(action(), output));
    }
  }

  private record Call(
      AwsService awsService,
      Optional<AccessPolicy> accessPolicy,
      Account account,
      Region region,
      Asked asked,
      String requestId)
      implements ApiCall<RegionalServices> {

    @Override
    public String site() {
      return siteName(account, region);
    }

    @Override
    public String service() {
      return awsService.name();
    }

    @Override
    public String action() {
      return asked.action();
    }

    @Override
    public String resource() {
      return asked.resource();
    }

    @Override
    public Map<String, String> parameters() {
      return asked.parameters();
    }

    @Override
    public boolean isRead() {
      return AwsCall.isRead(action());
    }

    @Override
    public ApiErrorException refusal(CloudFault.Kind kind) {
      return awsService.faultError(kind, account, action());
    }

    private void requireAccess(AccessPolicy policy, RegionalServices services, Struct input) {
      new RequiredAccess(services, account, region.name())
          .of(awsService.name(), action(), input).stream()
              .filter(request -> !policy.allows(request))
              .findFirst()
              .ifPresent(
                  request -> {
                    throw awsService.denied(account, request.action());
                  });
    }

    @Override
    public Answer perform(RegionalServices services) {
      Struct input = asked.input();
      accessPolicy
          .filter(_ -> !awsService.name().equals(TRUSTING)) // a role says who may assume it
          .ifPresent(policy -> requireAccess(policy, services, input));
      boolean dryRun = awsService.isEc2() && input.flag("DryRun");
      if (dryRun && !action().equals(Ec2Instances.LAUNCH_ACTION)) {
        return wouldSucceed();
      }
      Handler handler = services.handler(awsService.name(), action());
      if (handler == null) {
        throw new IllegalStateException(action() + " is in the table and not in the code");
      }
      AwsCall awsCall = new AwsCall(action(), input);
      Struct output = handler.handle(awsCall);
      if (dryRun) {
        return wouldSucceed();
      }
      return new Answer(() -> asked.answer(output), awsCall.hasWritten());
    }

    /** An error on the wire, and what was asked for. */
    private Answer wouldSucceed() {
      var answer =
          new AwsErrorException(
              412, "DryRunOperation", "Request would have succeeded, but DryRun flag is set.");
      return new Answer(
          () -> response(answer.status(), awsService.writer().writeError(answer, requestId)),
          false);
    }
  }
}
