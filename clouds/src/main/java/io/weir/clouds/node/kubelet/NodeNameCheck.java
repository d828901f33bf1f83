package io.weir.clouds.node.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiException;
import java.io.IOException;
import java.time.Duration;

/** kubeadm's look for a living Node of the same name, before it starts the kubelet. */
record NodeNameCheck(ApiClient client, Host host, Duration retry, long deadline) {

  void check(String nodeName) throws JoinException, InterruptedException {
    while (true) {
      JoinFailure failure;
      String trouble;
      try {
        refuseIfReady(nodeName, client.get("/api/v1/nodes/" + nodeName));
        return;
      } catch (ApiException e) {
        if (e.isNotFound()) {
          return;
        }
        failure = e.isAccessDenied() ? JoinFailure.TOKEN_REJECTED : JoinFailure.API_UNREACHABLE;
        trouble = "cannot get Node \"" + nodeName + "\": " + e.getMessage();
      } catch (IOException e) {
        failure = JoinFailure.API_UNREACHABLE;
        trouble = "cannot get Node \"" + nodeName + "\": " + e.getMessage();
      }
      if (System.nanoTime() + retry.toNanos() >= deadline) {
        throw new JoinException(failure, trouble);
      }
      host.log("kubeadm", trouble + ", will try again");
      host.pause(retry);
    }
  }

  private static void refuseIfReady(String nodeName, JsonNode node) throws JoinException {
    for (JsonNode condition : node.path("status").path("conditions")) {
      if (condition.path("type").asText("").equals("Ready")
          && condition.path("status").asText("").equals("True")) {
        throw new JoinException(
            JoinFailure.NODE_EXISTS,
            "a Node with name \"" + nodeName + "\" and status \"Ready\" exists in the cluster");
      }
    }
  }
}
