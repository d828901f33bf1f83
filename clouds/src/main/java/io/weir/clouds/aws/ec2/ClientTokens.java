package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Lets a repeated request find what the first one with its client token did. */
final class ClientTokens {
  private record Done(Struct input, Struct output) {}

  private final Map<String, Done> done = new HashMap<>();

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
}
