package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.GROUP;
import static io.weir.clouds.azure.ScaleSetDocuments.SETS;
import static io.weir.clouds.azure.ScaleSetDocuments.json;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import com.azure.core.management.exception.ManagementException;
import com.azure.core.util.Context;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.json.JsonProviders;
import com.azure.json.JsonReader;
import com.azure.resourcemanager.compute.fluent.ComputeManagementClient;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetInner;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetVMInner;
import com.azure.resourcemanager.compute.implementation.ComputeManagementClientBuilder;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetUpdate;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetVMInstanceRequiredIDs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.AzureTiming;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;

/** A simulated Azure whose time a test moves, and Azure's own SDK pointed at it. */
abstract class AzureTestBase {
  static final String VERSION = "2025-04-01";
  static final Duration LONG = Duration.ofMinutes(2);
  final ManualClock time = CloudClock.manual(Instant.parse("2026-01-01T00:00:00Z"));
  final AzureCloud cloud = start(AzureCloud.builder());
  final HttpPipeline pipeline =
      pipeline(cloud, credential(cloud, AzureSeedData.PRINCIPAL.secret()));
  final ComputeManagementClient azure = compute(cloud, pipeline);

  /** Starts the cloud of a test. */
  AzureCloud start(AzureCloud.Builder builder) {
    return builder.clock(time).timing(AzureTiming.real()).start();
  }

  @AfterEach
  void stop() {
    cloud.close();
  }

  static String address(AzureCloud cloud) {
    return cloud.endpoint().toString().replaceFirst("^http:", "https:");
  }

  static TokenCredential credential(AzureCloud cloud, String secret) {
    return new ClientSecretCredentialBuilder()
        .tenantId(cloud.seedData().tenant())
        .clientId(AzureSeedData.PRINCIPAL.clientId())
        .clientSecret(secret)
        .authorityHost(address(cloud))
        .disableInstanceDiscovery()
        .httpClient(new LoopbackHttpClient())
        .build();
  }

  static HttpPipeline pipeline(AzureCloud cloud, TokenCredential credential) {
    return new HttpPipelineBuilder()
        .httpClient(new LoopbackHttpClient())
        .policies(
            new BearerTokenAuthenticationPolicy(
                credential, "https://management.azure.com/.default"))
        .build();
  }

  static ComputeManagementClient compute(AzureCloud cloud, HttpPipeline pipeline) {
    return new ComputeManagementClientBuilder()
        .endpoint(address(cloud))
        .subscriptionId(AzureSeedData.SUBSCRIPTION)
        .pipeline(pipeline)
        .buildClient();
  }

  /** What the SDK makes of it. */
  static VirtualMachineScaleSetInner sdk(JsonNode set) {
    try (JsonReader reader = JsonProviders.createReader(set.toString())) {
      return VirtualMachineScaleSetInner.fromJson(reader);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  static VirtualMachineScaleSetUpdate update(JsonNode change) {
    try (JsonReader reader = JsonProviders.createReader(change.toString())) {
      return VirtualMachineScaleSetUpdate.fromJson(reader);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** Asks for a scale set, and waits until all is done. */
  VirtualMachineScaleSetInner put(String name, ObjectNode set) {
    HttpResponse answer = send(HttpMethod.PUT, SETS + name, set);
    Assertions.assertThat(answer.getStatusCode())
        .as(answer.getBodyAsString().block())
        .isBetween(200, 201);
    time.advance(LONG);
    return get(name);
  }

  VirtualMachineScaleSetInner get(String name) {
    return azure.getVirtualMachineScaleSets().getByResourceGroup(GROUP, name);
  }

  List<VirtualMachineScaleSetVMInner> instances(String name) {
    return azure.getVirtualMachineScaleSetVMs().list(GROUP, name).stream().toList();
  }

  static VirtualMachineScaleSetVMInstanceRequiredIDs ids(String... ids) {
    return new VirtualMachineScaleSetVMInstanceRequiredIDs().withInstanceIds(Arrays.asList(ids));
  }

  /** A request beside the SDK's own. */
  HttpResponse send(HttpMethod method, String path, JsonNode body) {
    String url =
        path.startsWith("https:")
            ? path
            : address(cloud) + path + (path.contains("?") ? "&" : "?") + "api-version=" + VERSION;
    HttpRequest request = new HttpRequest(method, url);
    if (!body.isMissingNode()) {
      request.setHeader(HttpHeaderName.CONTENT_TYPE, "application/json");
      request.setBody(body.toString());
    }
    return pipeline.sendSync(request, Context.NONE);
  }

  HttpResponse send(HttpMethod method, String path) {
    return send(method, path, MissingNode.getInstance());
  }

  static JsonNode body(HttpResponse answer) {
    return json(answer.getBodyAsString().block());
  }

  static String header(HttpResponse answer, String name) {
    return answer.getHeaderValue(HttpHeaderName.fromString(name));
  }

  /** How far the operation is that an answer speaks of. */
  JsonNode operation(HttpResponse answer) {
    return body(send(HttpMethod.GET, header(answer, "Azure-AsyncOperation")));
  }

  /** The code of the error with which Azure refuses. */
  static String code(Runnable call) {
    try {
      call.run();
    } catch (ManagementException refused) {
      return refused.getResponse().getStatusCode() + " " + refused.getValue().getCode();
    }
    return "";
  }
}
