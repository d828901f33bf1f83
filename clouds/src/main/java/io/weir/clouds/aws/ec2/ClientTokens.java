package io.weir.clouds.aws.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
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
  private record Done(Struct input, Struct output) {
    ObjectNode written() {
      ObjectNode saved = JsonNodeFactory.instance.objectNode();
      saved.set("input", StructJson.write(input));
      return saved.set("output", StructJson.write(output));
    }

    static Done read(JsonNode saved) {
      return new Done(StructJson.read(saved.path("input")), StructJson.read(saved.path("output")));
    }
  }

  private final Map<String, Done> done = new TreeMap<>();

  Struct once(Call call, Handler work) {
    Optional<String> token = call.input().find("ClientToken").filter(given -> !given.isEmpty());
    if (token.isEmpty()) {
      return work.handle(call);
    }
    String key = call.action() + "/" + token.get();
    Done before = done.get(key);
    if (before == null) {
      Struct output = work.handle(call);
      done.put(key, new Done(call.input(), output));
      return output;
    }
    if (!before.input().equals(call.input())) {
      throw AwsRefusal.of(
          "IdempotentParameterMismatch",
          "The client token has already been used with different parameters.");
    }
    call.replay();
    return before.output();
  }

  /** What was done, to be known at another time. */
  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    done.forEach((key, one) -> saved.set(key, one.written()));
    return saved;
  }

  void restore(JsonNode saved) {
    saved.properties().forEach(one -> done.put(one.getKey(), Done.read(one.getValue())));
  }
}
