package io.weir.clouds.aws.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.wire.StructJson;
import io.weir.clouds.site.CompletedRequests;
import java.util.Optional;

/** Requests that EC2 knows again by their client token. */
final class ClientTokens {
  private final CompletedRequests completed = new CompletedRequests();

  Struct runOnce(AwsCall awsCall, Handler work) {
    Optional<String> token =
        awsCall.input().findText("ClientToken").filter(given -> !given.isEmpty());
    if (token.isEmpty()) {
      return work.handle(awsCall);
    }
    String key = awsCall.action() + "/" + token.get();
    ObjectNode request = StructJson.toJson(awsCall.input());
    Optional<CompletedRequests.Completed> before = completed.find(key);
    if (before.isEmpty()) {
      Struct output = work.handle(awsCall);
      completed.add(key, request, StructJson.toJson(output));
      return output;
    }
    if (!before.get().request().equals(request)) {
      throw AwsErrorException.of(
          "IdempotentParameterMismatch",
          "The client token has already been used with different parameters.");
    }
    awsCall.markReplayed();
    return StructJson.fromJson(before.get().answer());
  }

  ObjectNode save() {
    return completed.save();
  }

  void load(JsonNode saved) {
    completed.load(saved);
  }
}
