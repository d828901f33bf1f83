package io.weir.provider.aws.account.calls;

import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Gives a DELETE that has no body an empty one. Java's connections repeat what is not answered and
 * has none by themselves; a write is repeated by nobody but the manager, after a look.
 */
final class EmptyBodies implements ExecutionInterceptor {

  private static final String LENGTH = "Content-Length";

  @Override
  public SdkHttpRequest modifyHttpRequest(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    SdkHttpRequest request = context.httpRequest();
    return request.method() == SdkHttpMethod.DELETE && request.firstMatchingHeader(LENGTH).isEmpty()
        ? request.toBuilder().putHeader(LENGTH, "0").build()
        : request;
  }

  @Override
  public Optional<RequestBody> modifyHttpContent(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    return context.httpRequest().method() == SdkHttpMethod.DELETE && context.requestBody().isEmpty()
        ? Optional.of(RequestBody.empty())
        : context.requestBody();
  }
}
