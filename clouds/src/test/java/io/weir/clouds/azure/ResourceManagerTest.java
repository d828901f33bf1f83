package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.GROUP;
import static io.weir.clouds.azure.ScaleSetDocuments.SETS;
import static io.weir.clouds.azure.ScaleSetDocuments.flexible;
import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static io.weir.clouds.azure.ScaleSetDocuments.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.azure.identity.ClientAssertionCredentialBuilder;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetVMInner;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.azure.authorization.AllowedActions;
import io.weir.clouds.azure.login.LoginRequest;
import io.weir.clouds.azure.seed.AzureSeedData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What holds for all calls of Azure Resource Manager. */
class ResourceManagerTest extends AzureTestBase {
  private static final String SUBSCRIPTION = "/subscriptions/" + AzureSeedData.SUBSCRIPTION;

  @Override
  AzureCloud start(AzureCloud.Builder builder) {
    return super.start(builder.pageSize(2));
  }

  @Nested
  class Caller {
    @Test
    void isKnownByAToken() {
      HttpRequest request = new HttpRequest(HttpMethod.GET, address(cloud) + SETS + "workers");
      HttpResponse answer =
          new HttpPipelineBuilder()
              .httpClient(new LoopbackHttpClient())
              .build()
              .sendSync(request, Context.NONE);

      assertThat(answer.getStatusCode()).isEqualTo(401);
      assertThat(body(answer).at("/error/code").asText()).isEqualTo("AuthenticationFailed");
      assertThat(answer.getHeaderValue(HttpHeaderName.WWW_AUTHENTICATE)).startsWith("Bearer");
    }

    @Test
    void getsNoTokenForAWrongSecret() {
      TokenCredential wrong = credential(cloud, "guess");

      assertThatThrownBy(() -> wrong.getTokenSync(scope())).hasMessageContaining("AADSTS7000215");
    }

    @Test
    void getsATokenForTheAssertionOfAFederatedIdentityAndOfNoOther() {
      assertThat(
              assertion("system:serviceaccount:weir-system:weir").getTokenSync(scope()).getToken())
          .isNotEmpty();
      assertThatThrownBy(() -> assertion("system:serviceaccount:other:other").getTokenSync(scope()))
          .hasMessageContaining("AADSTS70021");
    }

    @Test
    void isNotKnownByATokenThatIsTooOld() {
      HttpResponse early = send(HttpMethod.GET, SUBSCRIPTION + "/resourceGroups");
      time.advance(Duration.ofHours(1));

      HttpResponse late = send(HttpMethod.GET, SUBSCRIPTION + "/resourceGroups");

      assertThat(early.getStatusCode()).isEqualTo(200);
      assertThat(late.getStatusCode()).isEqualTo(401);
      assertThat(body(late).at("/error/code").asText()).isEqualTo("ExpiredAuthenticationToken");
    }

    private TokenCredential assertion(String subject) {
      String token =
          encode("{}") + "." + encode("{\"sub\": \"%s\"}".formatted(subject)) + ".signature";
      return new ClientAssertionCredentialBuilder()
          .tenantId(cloud.seedData().tenant())
          .clientId(AzureSeedData.PRINCIPAL.clientId())
          .clientAssertion(() -> token)
          .authorityHost(address(cloud))
          .disableInstanceDiscovery()
          .httpClient(new LoopbackHttpClient())
          .build();
    }

    private String encode(String text) {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static TokenRequestContext scope() {
      return new TokenRequestContext().addScopes("https://management.azure.com/.default");
    }
  }

  @Nested
  class Permission {
    private static final Set<String> SCALE_SETS =
        Set.of("Microsoft.Compute/virtualMachineScaleSets/*");
    private static final Set<String> WITH_NETWORK =
        Set.of(
            "Microsoft.Compute/virtualMachineScaleSets/*",
            "Microsoft.Network/virtualNetworks/subnets/join/action",
            "Microsoft.Network/loadBalancers/backendAddressPools/join/action");

    @Test
    void isAskedForTheCallAndForWhatItRefersTo() {
      cloud.restrictTo(new AllowedActions(Set.of("Microsoft.Compute/*/read")));
      HttpResponse read = send(HttpMethod.GET, SETS + "workers");
      HttpResponse write = send(HttpMethod.PUT, SETS + "workers", uniform(0));
      cloud.restrictTo(new AllowedActions(SCALE_SETS));
      HttpResponse joining = send(HttpMethod.PUT, SETS + "workers", uniform(0));
      cloud.restrictTo(new AllowedActions(WITH_NETWORK));
      HttpResponse allowed = send(HttpMethod.PUT, SETS + "workers", uniform(0));

      assertThat(read.getStatusCode()).isEqualTo(404);
      assertThat(write.getStatusCode()).isEqualTo(403);
      assertThat(body(write).at("/error/message").asText())
          .contains("action 'Microsoft.Compute/virtualMachineScaleSets/write'");
      assertThat(body(joining).at("/error/code").asText()).isEqualTo("LinkedAuthorizationFailed");
      assertThat(allowed.getStatusCode()).isEqualTo(201);
    }

    @Test
    void isKnownOfEveryCall() {
      assertThat(RequiredActions.calls())
          .isEqualTo(
              cloud.operations().stream()
                  .filter(call -> !call.equals(LoginRequest.ACTION))
                  .collect(Collectors.toSet()));
    }
  }

  @Nested
  class Refusal {
    @Test
    void namesWhatIsMissing() {
      assertThat(errorCode(SETS.replace(GROUP, "none") + "workers"))
          .isEqualTo("404 ResourceGroupNotFound");
      assertThat(errorCode(SETS + "workers")).isEqualTo("404 ResourceNotFound");
      assertThat(errorCode("/subscriptions/none/resourceGroups"))
          .isEqualTo("404 SubscriptionNotFound");
      assertThat(errorCode(SUBSCRIPTION + "/providers/Microsoft.Compute/disks"))
          .isEqualTo("404 InvalidResourceType");
      assertThat(errorCode(SUBSCRIPTION + "/resourceGroups?api-version=new"))
          .isEqualTo("400 InvalidApiVersionParameter");
    }

    @Test
    void ofACallWithoutAVersionOfTheApi() {
      HttpResponse answer = send(HttpMethod.GET, address(cloud) + SUBSCRIPTION + "/resourceGroups");

      assertThat(body(answer).at("/error/code").asText()).isEqualTo("MissingApiVersionParameter");
    }

    @Test
    void andSuccessCarryTheIdOfTheRequest() {
      assertThat(header(send(HttpMethod.GET, SETS + "none"), "x-ms-request-id")).isNotEmpty();
      assertThat(
              header(
                  send(HttpMethod.GET, SUBSCRIPTION + "/resourceGroups"),
                  "x-ms-correlation-request-id"))
          .isNotEmpty();
    }

    private String errorCode(String path) {
      HttpResponse answer = send(HttpMethod.GET, path);
      return answer.getStatusCode() + " " + body(answer).at("/error/code").asText();
    }
  }

  @Nested
  class Limits {
    @Test
    void areToldWithEachAnswer() {
      HttpResponse created = send(HttpMethod.PUT, SETS + "workers", uniform(0));
      HttpResponse read = send(HttpMethod.GET, SETS + "workers");

      assertThat(header(created, "x-ms-ratelimit-remaining-resource"))
          .isEqualTo(
              "Microsoft.Compute/CreateVMScaleSetSubscriptionMaximum;374,"
                  + "Microsoft.Compute/CreateVMScaleSetResource;11");
      assertThat(header(read, "x-ms-ratelimit-remaining-resource"))
          .isEqualTo(
              "Microsoft.Compute/GetVMScaleSetSubscriptionMaximum;2399,"
                  + "Microsoft.Compute/GetVMScaleSetResource;35");
      assertThat(header(read, "x-ms-ratelimit-remaining-subscription-reads")).isEqualTo("249");
    }

    @Test
    void ofAScaleSetAreRefilledInTime() {
      put("workers", uniform(0));
      HttpResponse last =
          IntStream.range(0, 13)
              .mapToObj(_ -> send(HttpMethod.PUT, SETS + "workers", uniform(0)))
              .toList()
              .getLast();

      HttpResponse other = send(HttpMethod.PUT, SETS + "others", uniform(0));
      time.advance(Duration.ofSeconds(15));
      HttpResponse later = send(HttpMethod.PUT, SETS + "workers", uniform(0));

      assertThat(last.getStatusCode()).isEqualTo(429);
      assertThat(last.getHeaderValue(HttpHeaderName.RETRY_AFTER)).isEqualTo("15");
      assertThat(body(last).at("/error/details/0"))
          .isEqualTo(
              json(
                  """
                  {"code": "TooManyRequests", "target": "CreateVMScaleSetResource",
                   "message": "{\\"operationGroup\\":\\"CreateVMScaleSetResource\\"}"}
                  """));
      assertThat(other.getStatusCode()).isEqualTo(201);
      assertThat(later.getStatusCode()).isEqualTo(200);
    }

    @Test
    void ofASubscriptionHoldForAllOfIt() {
      HttpResponse last =
          IntStream.range(0, 251)
              .mapToObj(_ -> send(HttpMethod.GET, SUBSCRIPTION + "/resourceGroups"))
              .toList()
              .getLast();

      assertThat(last.getStatusCode()).isEqualTo(429);
      assertThat(body(last).at("/error/code").asText()).isEqualTo("SubscriptionRequestsThrottled");
    }

    @Test
    void areReachedOnCommand() {
      cloud
          .faults()
          .add(CloudFault.of(Kind.THROTTLED).forAction("VirtualMachineScaleSets_Get").times(1));

      assertThat(send(HttpMethod.GET, SETS + "workers").getStatusCode()).isEqualTo(429);
      assertThat(send(HttpMethod.GET, SETS + "workers").getStatusCode()).isEqualTo(404);
    }
  }

  @Nested
  class Lists {
    @Test
    void comeInPagesThatTheSdkFollows() {
      put("workers", uniform(5));

      assertThat(
              azure
                  .getVirtualMachineScaleSetVMs()
                  .list(GROUP, "workers")
                  .streamByPage()
                  .map(page -> page.getValue().size()))
          .containsExactly(2, 2, 1);
      assertThat(instances("workers"))
          .extracting(VirtualMachineScaleSetVMInner::instanceId)
          .containsExactly("0", "1", "2", "3", "4");
    }

    @Test
    void ofScaleSetsAreOfAGroupOrOfTheSubscription() {
      put("workers", uniform(0));
      put("others", flexible(0));

      assertThat(azure.getVirtualMachineScaleSets().listByResourceGroup(GROUP).stream())
          .extracting(one -> one.name())
          .containsExactly("others", "workers");
      assertThat(azure.getVirtualMachineScaleSets().list().stream()).hasSize(2);
    }
  }

  @Nested
  class EntityTags {
    @Test
    void guardWrites() {
      put("workers", uniform(0));
      String etag = get("workers").etag();

      assertThat(conditional(HttpHeaderName.IF_NONE_MATCH, "*")).isEqualTo(412);
      assertThat(conditional(HttpHeaderName.IF_MATCH, "\"0\"")).isEqualTo(412);
      assertThat(conditional(HttpHeaderName.IF_MATCH, etag)).isEqualTo(200);
      assertThat(conditional(HttpHeaderName.IF_MATCH, etag)).isEqualTo(412);
    }

    private int conditional(HttpHeaderName header, String value) {
      HttpRequest request =
          new HttpRequest(HttpMethod.PUT, address(cloud) + SETS + "workers?api-version=" + VERSION)
              .setHeader(header, value)
              .setHeader(HttpHeaderName.CONTENT_TYPE, "application/json")
              .setBody(uniform(0).toString());
      return pipeline.sendSync(request, Context.NONE).getStatusCode();
    }
  }

  @Nested
  class Reads {
    @Test
    void mayShowWhatWasAWhileAgo() {
      put("workers", uniform(1));
      cloud
          .faults()
          .add(
              CloudFault.of(Kind.STALE_READ)
                  .forAction("VirtualMachineScaleSetVMs_List")
                  .withDelay(LONG));
      HttpResponse _ = send(HttpMethod.PUT, SETS + "workers", uniform(3));

      int stale = instances("workers").size();
      time.advance(LONG);
      time.advance(LONG);

      assertThat(stale).isEqualTo(1);
      assertThat(instances("workers")).hasSize(3);
    }
  }

  @Nested
  class Names {
    @Test
    void areFoundInAnyCaseAndGivenBackAsTheyWereWritten() {
      put("workers", uniform(0));

      HttpResponse found =
          send(
              HttpMethod.GET,
              SETS.replace("workload", "WORKLOAD").replace("Microsoft", "microsoft") + "Workers");

      assertThat(found.getStatusCode()).isEqualTo(200);
      assertThat(body(found).path("name").asText()).isEqualTo("workers");
    }
  }
}
