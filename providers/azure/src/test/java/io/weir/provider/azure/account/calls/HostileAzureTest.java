package io.weir.provider.azure.account.calls;

import static io.weir.provider.azure.account.calls.AzureFixture.scaleSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.ProviderException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An Azure, or whoever answers in its place, that means harm. */
class HostileAzureTest {
  private static final String TOKEN = "a-token-that-nobody-else-may-see";
  private static final String LIST = AzureFixture.SETS.replaceFirst("/$", "");
  private static final String OPERATION =
      "/subscriptions/%s/providers/Microsoft.Compute/locations/westeurope/operations/1"
          .formatted(AzureFixture.SUBSCRIPTION);
  private static final ArmRequest SETS =
      ArmRequest.of("VirtualMachineScaleSets_List", ArmApi.COMPUTE, LIST);

  private final ConcurrentLinkedQueue<String> elsewhere = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private HttpServer other;
  private AzureFixture azure;
  private volatile Answer login =
      new Answer(
          200,
          "{\"token_type\": \"Bearer\", \"expires_in\": 3599, \"access_token\": \"%s\"}"
              .formatted(TOKEN));

  private record Answer(int status, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = server();
    other = server();
    other.createContext("/", exchange -> elsewhere.add(exchange.getRequestURI().toString()));
    server.createContext(
        "/" + AzureFixture.TENANT,
        exchange -> {
          asked.add("login");
          Answer answer = login;
          answer(exchange, answer.status(), answer.body(), Map.of());
        });
    azure = new AzureFixture(address(server), Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    azure.close();
    server.stop(0);
    other.stop(0);
  }

  private static HttpServer server() throws IOException {
    var started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    started.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    started.start();
    return started;
  }

  private static URI address(HttpServer of) {
    return URI.create("http://127.0.0.1:" + of.getAddress().getPort());
  }

  private static void answer(
      HttpExchange exchange, int status, String body, Map<String, String> headers)
      throws IOException {
    byte[] text = body.getBytes(StandardCharsets.UTF_8);
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, text.length == 0 ? -1 : text.length);
    exchange.getResponseBody().write(text);
    exchange.close();
  }

  private void manager(int status, String body, Map<String, String> headers) {
    server.createContext(
        "/subscriptions",
        exchange -> {
          asked.add(exchange.getRequestMethod());
          answer(exchange, status, body, headers);
        });
  }

  @Nested
  class Pages {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "OTHER/subscriptions/SUB/x",
          "http://attacker.test/subscriptions/SUB/x",
          "OWN/subscriptions/0b1f6471-1bf0-4dda-aec3-000000000000/x",
          "OWN/subscriptions/SUB/../other/x",
          "OWN/subscriptions/SUB/..",
          "OWN/subscriptions/SUB/x/.",
          "OWN/subscriptions/SUB/%2e%2e/other/x",
          "OWN/tenants",
          "http://user@127.0.0.1/subscriptions/SUB/x",
          "//x",
          "not a link"
        })
    void thatAreElsewhereAreNotRead(String link) {
      String next =
          link.replace("OTHER", address(other).toString())
              .replace("OWN", address(server).toString())
              .replace("SUB", AzureFixture.SUBSCRIPTION);
      manager(200, "{\"value\": [{}], \"nextLink\": \"%s\"}".formatted(next), Map.of());

      assertThatThrownBy(() -> azure.client().list(SETS))
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessageContaining("at another place than this Azure");
      assertThat(elsewhere).isEmpty();
      assertThat(asked).containsExactly("login", "GET");
    }

    @Test
    void thatLeadInACircleEnd() {
      manager(
          200,
          "{\"value\": [], \"nextLink\": \"%s%s?page=2\"}".formatted(address(server), LIST),
          Map.of());

      assertThatThrownBy(() -> azure.client().list(SETS))
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessageContaining("that was read before");
    }

    @Test
    void withoutEndAreNoList() {
      var page = new AtomicInteger();
      server.createContext(
          "/subscriptions",
          exchange ->
              answer(
                  exchange,
                  200,
                  "{\"value\": [], \"nextLink\": \"%s%s?page=%d\"}"
                      .formatted(address(server), LIST, page.incrementAndGet()),
                  Map.of()));

      assertThatThrownBy(() -> azure.client().list(SETS))
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessageContaining("more than 500 pages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"value\": {}}", "17"})
    void thatAreNoneProveNothing(String body) {
      manager(200, body, Map.of());

      assertThatThrownBy(() -> azure.client().list(SETS))
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessageContaining("not a list");
    }
  }

  @Nested
  class Operations {
    @ParameterizedTest
    @ValueSource(strings = {"OTHER", "http://attacker.test", "http://sub.attacker.test"})
    void thatAreElsewhereAreNotFollowed(String host) throws Exception {
      String url = host.replace("OTHER", address(other).toString()) + OPERATION;
      manager(202, "", Map.of("Azure-AsyncOperation", url, "Location", url));

      ArmAnswer answer = azure.client().post(scaleSet("DeleteInstances", "workers/delete"), null);

      assertThat(answer.operation()).isEmpty();
      assertThat(elsewhere).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "@attacker.testOPERATION",
          ".attacker.testOPERATION",
          "/subscriptions/0b1f6471-1bf0-4dda-aec3-000000000000/providers/Microsoft.Compute/locations/westeurope/operations/1",
          "/subscriptions/SUB/providers/Microsoft.Authorization/roleAssignments",
          "/subscriptions/SUB/resourceGroups/other/providers/Microsoft.KeyVault/vaults/v/secrets/s",
          "/subscriptions/SUB/providers/Microsoft.Compute/virtualMachines?api-version=2025-04-01",
          "/subscriptions/SUB/providers/Microsoft.Compute/locations/westeurope/operations/1/../../usages",
          "/subscriptions/SUB/providers/Microsoft.Compute/locations/westeurope/usages",
          "/subscriptions/SUB/providers/Microsoft.Compute/locations/westeurope/operations/",
          "/subscriptions/SUB/../../tenants",
          "/subscriptions/SUB/x/..",
          "/subscriptions/SUB/%2e%2e/%2E./tenants",
          "OPERATION#/x",
          "OPERATION or another",
          "http://attacker.test/"
        })
    void thatSomebodyHasWrittenOnAPoolAreNotAsked(String path) throws Exception {
      manager(200, "{\"status\": \"Succeeded\"}", Map.of());
      String written =
          new ArmOperation(
                  "VirtualMachineScaleSets_Update",
                  "",
                  path.replace("OPERATION", OPERATION).replace("SUB", AzureFixture.SUBSCRIPTION),
                  ArmOperation.Form.STATUS,
                  Duration.ofSeconds(1))
              .text();

      assertThat(azure.client().follow(ArmOperation.parse(written, "").orElseThrow()))
          .isEqualTo(new OperationProgress.Gone());
      assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "{}",
          "[1]",
          "no JSON",
          "{\"form\": \"STATUS\", \"action\": \"A_B\"}",
          "{\"form\": \"STATUS\", \"path\": \"/x\"}",
          "{\"form\": \"STATUS\", \"path\": \"/x\", \"action\": \"what people read\"}",
          "{\"form\": \"OTHER\", \"path\": \"/x\", \"action\": \"A_B\"}"
        })
    void thatAreNoneAreNotRead(String text) {
      assertThat(ArmOperation.parse(text, "")).isEmpty();
    }

    @Test
    void thatFailSayWhatWasNestedInWhat() throws Exception {
      manager(
          200,
          """
          {"status": "Failed", "error": {"code": "ResourceOperationFailure", "message": "It failed.",
           "details": [{"code": "BadRequest", "message": "Outer.", "details": [
            {"code": "VMExtensionProvisioningError", "target": "CAPZ",
             "message": "The extension has failed. Correlation ID: 3f1a0c7d-9b1e-4d7c-8a55-1c2d3e4f5a6b"}]}]}}
          """,
          Map.of());
      var operation =
          new ArmOperation(
              "VirtualMachineScaleSets_Update",
              AzureFixture.SETS + "workers",
              OPERATION,
              ArmOperation.Form.STATUS,
              Duration.ofSeconds(1));

      assertThat(azure.client().follow(operation))
          .isInstanceOfSatisfying(
              OperationProgress.Failed.class,
              failed ->
                  assertThat(failed.exception())
                      .isInstanceOf(ProviderException.Rejected.class)
                      .hasMessage(
                          "VirtualMachineScaleSets_Update: It failed. Outer. The extension has"
                              + " failed. (VMExtensionProvisioningError); correct AzureMachinePool"
                              + " spec.template.vmExtensions"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Failed", "Canceled"})
    void thatRepeatWhatTheRequestHeldAreMasked(String status) throws Exception {
      String secret = "Ym9vdHN0cmFwIGRhdGEgd2l0aCBhIHRva2Vu";
      manager(
          202,
          "{\"status\": \"%s\", \"error\": {\"code\": \"Bad\", \"message\": \"what is %s\"}}"
              .formatted(status, secret),
          Map.of("Azure-AsyncOperation", address(server) + OPERATION));
      var body = Json.MAPPER.createObjectNode();
      body.putObject("osProfile").put("customData", secret);

      ArmOperation operation =
          azure.client().patch(scaleSet("Update", "workers"), body).operation().orElseThrow();
      OperationProgress progress = azure.client().follow(operation);

      assertThat(progress.toString() + operation).contains("what is ****").doesNotContain(secret);
    }

    @Test
    void ofWhichNothingCanBeReadHaveNotFailed() {
      manager(503, "", Map.of());
      var operation =
          new ArmOperation(
              "VirtualMachineScaleSets_Update",
              "",
              OPERATION,
              ArmOperation.Form.MONITOR,
              Duration.ofSeconds(1));

      assertThatThrownBy(() -> azure.client().follow(operation))
          .isInstanceOf(ProviderException.Transient.class);
    }
  }

  @Nested
  class Answers {
    @Test
    void withoutEndAreNone() {
      server.createContext("/subscriptions", HostileAzureTest::flood);

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessageContaining("no response");
    }

    @Test
    void thatNestWithoutEndAreNone() {
      manager(200, "{\"a\":".repeat(100_000), Map.of());

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Transient.class);
    }

    @Test
    void thatRefuseInDepthAreCutShort() {
      manager(
          400,
          "{\"error\": "
              + "{\"code\": \"Deep\", \"message\": \"m\", \"details\": [".repeat(200)
              + "]}".repeat(200)
              + "}",
          Map.of());

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessage("VirtualMachineScaleSets_Get: m (Deep)");
    }

    @Test
    void thatRepeatTheTokenAreMasked() {
      manager(
          400,
          "{\"error\": {\"code\": \"Bad\", \"message\": \"what is %s\"}}".formatted(TOKEN),
          Map.of());

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .hasMessageContaining("what is ****");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SECRET", "'SECRET'", "BEGINNING and no more"})
    void thatRepeatWhatMachinesAreGivenAreMasked(String quoted) {
      String data = "IyBjbG91ZC1jb25maWcKdG9rZW46IGFiY2RlZi4wMTIzNDU2Nzg5YWJjZGVm";
      manager(
          400,
          "{\"error\": {\"code\": \"InvalidParameter\", \"target\": \"customData\", \"message\": \"Bad value %s.\"}}"
              .formatted(
                  quoted.replace("SECRET", data).replace("BEGINNING", data.substring(0, 30))),
          Map.of());
      var body = AzureFixture.uniform(1);
      ((ObjectNode) body.at("/properties/virtualMachineProfile/osProfile")).put("customData", data);

      var refused =
          catchThrowable(() -> azure.client().put(scaleSet("CreateOrUpdate", "workers"), body));

      assertThat(refused)
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("****")
          .hasMessageContaining("make the bootstrap data smaller")
          .message()
          .doesNotContain(data.substring(0, 20));
    }

    @Test
    void of429AreReadOnceMoreAtMostAndWritesNever() {
      manager(429, "{}", Map.of("Retry-After", "1"));

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Throttled.class);
      assertThat(asked).containsExactly("login", "GET", "GET");
      assertThatThrownBy(() -> azure.client().delete(scaleSet("Delete", "workers")))
          .isInstanceOf(ProviderException.Throttled.class);
      assertThat(asked).containsExactly("login", "GET", "GET", "DELETE");
      assertThat(azure.outcomes)
          .contains(new CallOutcome.Throttled(Duration.ofSeconds(1), Optional.empty()));
    }

    @Test
    void withManyCountsTellWhatCanBeRead() throws Exception {
      manager(
          200,
          "{}",
          Map.of(
              "x-ms-ratelimit-remaining-resource",
              "Microsoft.Compute/GetVMScaleSetResource;3,;;,x;-1,y;99999999999,z",
              "x-ms-ratelimit-remaining-subscription-reads",
              "many",
              "x-ms-ratelimit-remaining-subscription-global-reads",
              "9"));

      var _ = azure.client().get(scaleSet("Get", "workers"));

      assertThat(azure.outcomes)
          .last()
          .isEqualTo(
              new CallOutcome.Ok(Map.of("GetVMScaleSetResource", 3, "subscription-reads", 9)));
    }
  }

  @Nested
  class Logins {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            503 | {}                                                        | Transient | GetToken: HTTP status 503
            500 | <html>                                                    | Transient | GetToken: HTTP status 500
            429 | {}                                                        | Throttled | GetToken: HTTP status 429
            200 | garbage                                                   | Transient | no token
            200 | {}                                                        | Transient | no token
            400 | garbage                                                   | Transient | GetToken: HTTP status 400
            400 | {"error": "invalid_client", "error_description": "AADSTS7000222: The key is old. Trace ID: 1 Timestamp: 2026"} | Denied | The key is old. (invalid_client); of AzureClusterIdentity team/azure: its client secret has expired
            400 | {"error": "unauthorized_client", "error_description": "AADSTS700016: No app."} | Denied | correct its spec.clientID
            400 | {"error": "invalid_request", "error_description": "AADSTS90002: Tenant not found."} | Denied | correct its spec.tenantID
            400 | {"error": "temporarily_unavailable"}                      | Transient | temporarily_unavailable
            302 | {}                                                        | Transient | GetToken: HTTP status 302
            """)
    void thatFailAreSortedAndNotRepeated(int status, String body, String kind, String words) {
      login = new Answer(status, body);

      var failure = catchThrowable(() -> azure.client().delete(scaleSet("Delete", "workers")));

      assertThat(failure).hasMessageContaining(words).hasNoCause();
      assertThat(failure.getClass().getSimpleName()).isEqualTo(kind);
      assertThat(failure).message().doesNotContain(AzureFixture.SECRET).doesNotContain("Trace ID");
      assertThat(asked).containsExactly("login");
      assertThat(azure.calls).containsExactly("GetToken");
    }

    @Test
    void thatRepeatTheSecretAreMasked() {
      login =
          new Answer(
              400,
              "{\"error\": \"invalid_client\", \"error_description\": \"AADSTS7000215: %s is wrong\"}"
                  .formatted(AzureFixture.SECRET));

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .hasMessageContaining("**** is wrong");
    }

    @Test
    void withoutEndAreNone() {
      server.removeContext("/" + AzureFixture.TENANT);
      server.createContext("/" + AzureFixture.TENANT, HostileAzureTest::flood);

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Transient.class)
          .hasMessageStartingWith("GetToken: no response");
    }

    @Test
    void thatLeadElsewhereAreNotFollowed() {
      server.removeContext("/" + AzureFixture.TENANT);
      server.createContext(
          "/" + AzureFixture.TENANT,
          exchange -> answer(exchange, 307, "", Map.of("Location", address(other) + "/x")));

      assertThatThrownBy(() -> azure.client().get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Transient.class);
      assertThat(elsewhere).isEmpty();
    }

    @Test
    void ofManyAtOnceAreOne() throws Exception {
      manager(200, "{}", Map.of());

      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var client = azure.client();
        for (Future<?> each :
            IntStream.range(0, 20)
                .mapToObj(_ -> threads.submit(() -> client.get(scaleSet("Get", "workers"))))
                .toList()) {
          var _ = each.get();
        }
      }

      assertThat(asked).filteredOn("login"::equals).hasSize(1);
    }

    @Test
    void byACertificateThatIsNoneAreNotTried() {
      azure.secret.put("clientSecret", "no certificate");
      var scope =
          AzureFixture.scope(
              "CERTIFICATE %s %s".formatted(AzureFixture.TENANT, AzureFixture.CLIENT));

      assertThatThrownBy(() -> azure.sessions.clientFor(scope).get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("its certificate cannot be read")
          .message()
          .doesNotContain("no certificate");
      assertThat(asked).isEmpty();
    }

    @Test
    void byTheManagersServiceAccountNeedItsToken() {
      var scope =
          AzureFixture.scope(
              "SERVICE_ACCOUNT_TOKEN %s %s".formatted(AzureFixture.TENANT, AzureFixture.CLIENT));

      assertThatThrownBy(() -> azure.sessions.clientFor(scope).get(scaleSet("Get", "workers")))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("azure.workload.identity/use=true");
      assertThat(asked).isEmpty();
    }

    @Test
    void ofAnIdentityThatWasNotGrantedAreNotTried() {
      assertThatThrownBy(() -> azure.sessions.clientFor(AzureFixture.scope("Cheat")))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("was not granted");
    }
  }

  private static void flood(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] chunk = "[".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
    try (OutputStream body = exchange.getResponseBody()) {
      while (true) {
        body.write(chunk);
      }
    }
  }
}
