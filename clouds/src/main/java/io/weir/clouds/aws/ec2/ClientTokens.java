package io.weir.clouds.aws.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.wire.StructJson;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Lets a repeated request find what the first one with its client token did. */
final class ClientTokens {
  /**
   * What a request did.
   *
   * @param input the request
   * @param output its answer
   */
  private record CompletedRequest(Struct input, Struct output) {
    ObjectNode written() {
      ObjectNode saved = JsonNodeFactory.instance.objectNode();
      saved.set("input", StructJson.toJson(input));
      return saved.set("output", StructJson.toJson(output));
    }

    static CompletedRequest read(JsonNode saved) {
      return new CompletedRequest(
          StructJson.fromJson(saved.path("input")), StructJson.fromJson(saved.path("output")));
    }
  }

  private final Map<String, CompletedRequest> done = new TreeMap<>();

  Struct runOnce(AwsCall awsCall, Handler work) {
    Optional<String> token =
        awsCall.input().findText("ClientToken").filter(given -> !given.isEmpty());
    if (token.isEmpty()) {
      return work.handle(awsCall);
    }
    String key = awsCall.action() + "/" + token.get();
    CompletedRequest before = done.get(key);
    if (before == null) {
      Struct output = work.handle(awsCall);
      done.put(key, new CompletedRequest(awsCall.input(), output));
      return output;
    }
    if (!before.input().equals(awsCall.input())) {
      throw AwsErrorException.of(
          "IdempotentParameterMismatch",
          "The client token has already been used with different parameters.");
    }
    awsCall.markReplayed();
    return before.output();
  }

  /** What was done, to be known at another time. */
  ObjectNode toJson() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    done.forEach((key, one) -> saved.set(key, one.written()));
    return saved;
  }

  void restore(JsonNode saved) {
    saved
        .properties()
        .forEach(one -> done.put(one.getKey(), CompletedRequest.read(one.getValue())));
  }
}
