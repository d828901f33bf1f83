package io.weir.clouds.aws.wire;

import io.weir.clouds.http.Page;
import java.util.List;
import java.util.function.Function;

/** Pages as AWS's query services ask for them, by {@code NextToken}. */
public final class AwsPage {
  private AwsPage() {}

  /** The page that a request asks for. */
  public static <T> Page<T> of(List<T> all, Function<T, String> key, int size, Struct input) {
    return Page.of(
        all,
        key,
        size,
        input.findText("NextToken").orElse(""),
        token -> AwsErrorException.of("InvalidNextToken", "The token '" + token + "' is invalid"));
  }
}
