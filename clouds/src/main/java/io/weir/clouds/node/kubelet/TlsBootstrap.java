package io.weir.clouds.node.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiException;
import io.weir.clouds.node.wire.ClientIdentity;
import io.weir.clouds.node.wire.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/**
 * The client certificate of a node: asked for with the bootstrap identity, signed by the cluster.
 */
final class TlsBootstrap {
  private static final String REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  private static final String SIGNER = "kubernetes.io/kube-apiserver-client-kubelet";
  private static final String PROGRAM = "kubelet";
  private static final Duration FIRST_LOOK = Duration.ofMillis(100);

  private final ApiClient client;
  private final Host host;
  private final Duration retry;
  private final long deadline;

  /**
   * @param client a client with the bootstrap identity
   * @param retry the longest pause between two tries
   * @param deadline when to give up, in the time of {@link System#nanoTime()}
   */
  TlsBootstrap(ApiClient client, Host host, Duration retry, long deadline) {
    this.client = client;
    this.host = host;
    this.retry = retry;
    this.deadline = deadline;
  }

  /** Asks for the certificate and waits for it. */
  ClientIdentity.Certificate obtain(String nodeName) throws JoinException, InterruptedException {
    CertificateSigningRequest request = CertificateSigningRequest.forNode(nodeName);
    post(request);
    host.log(PROGRAM, "certificate signing request " + request.name() + " created, waiting");
    String certificate = await(request.name());
    host.log(PROGRAM, "certificate received");
    return new ClientIdentity.Certificate(Pem.certificates(certificate), request.key());
  }

  private void post(CertificateSigningRequest request) throws JoinException, InterruptedException {
    while (true) {
      JoinFailure failure;
      String message;
      try {
        client.create(REQUESTS, object(request));
        return;
      } catch (ApiException e) {
        if (e.isConflict()) {
          // The name follows from the key, so the request is ours and an answer got lost.
          return;
        }
        failure = e.isAccessDenied() ? JoinFailure.TOKEN_REJECTED : JoinFailure.CERTIFICATE_DENIED;
        message = "cannot create certificate signing request: " + e.getMessage();
      } catch (IOException e) {
        failure = JoinFailure.API_UNREACHABLE;
        message = "cannot create certificate signing request: " + e.getMessage();
      }
      pauseOrGiveUp(retry, failure, message);
    }
  }

  private String await(String name) throws JoinException, InterruptedException {
    Duration pause = FIRST_LOOK;
    while (true) {
      JoinFailure failure = JoinFailure.CERTIFICATE_TIMEOUT;
      String message = "certificate signing request " + name + " is not signed yet";
      try {
        JsonNode status = client.get(REQUESTS + "/" + name).path("status");
        String certificate = status.path("certificate").asText("");
        if (!certificate.isEmpty()) {
          return new String(Base64.getDecoder().decode(certificate), StandardCharsets.US_ASCII);
        }
        checkConditions(name, status);
      } catch (ApiException e) {
        failure = e.isAccessDenied() ? JoinFailure.TOKEN_REJECTED : failure;
        message = "cannot read certificate signing request " + name + ": " + e.getMessage();
      } catch (IOException e) {
        failure = JoinFailure.API_UNREACHABLE;
        message = "cannot read certificate signing request " + name + ": " + e.getMessage();
      }
      pauseOrGiveUp(pause, failure, message);
      Duration longer = pause.multipliedBy(3).dividedBy(2);
      pause = longer.compareTo(retry) > 0 ? retry : longer;
    }
  }

  private static void checkConditions(String name, JsonNode status) throws JoinException {
    for (JsonNode condition : status.path("conditions")) {
      String type = condition.path("type").asText("");
      if (type.equals("Denied") || type.equals("Failed")) {
        throw new JoinException(
            JoinFailure.CERTIFICATE_DENIED,
            "certificate signing request %s: %s, %s"
                .formatted(name, type, condition.path("message").asText("")));
      }
    }
  }

  private void pauseOrGiveUp(Duration pause, JoinFailure failure, String message)
      throws JoinException, InterruptedException {
    if (System.nanoTime() + pause.toNanos() >= deadline) {
      throw new JoinException(failure, message);
    }
    if (failure != JoinFailure.CERTIFICATE_TIMEOUT) {
      host.log(PROGRAM, message + ", will try again");
    }
    host.pause(pause);
  }

  private static ObjectNode object(CertificateSigningRequest request) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "certificates.k8s.io/v1").put("kind", "CertificateSigningRequest");
    object.putObject("metadata").put("name", request.name());
    ObjectNode spec = object.putObject("spec");
    spec.put("request", Base64.getEncoder().encodeToString(request.pem()));
    spec.put("signerName", SIGNER);
    // Without key encipherment, which only an RSA key can do.
    spec.putArray("usages").add("digital signature").add("client auth");
    return object;
  }
}
