/**
 * Calls of an HTTP API that speaks JSON, for clouds without a well-kept SDK for Java. Enter at
 * {@link io.weir.provider.http.JsonApi}, or at {@link io.weir.provider.http.JsonHttp} where nobody
 * proves who he is. What an answer means is decided by the provider.
 */
@NullMarked
package io.weir.provider.http;

import org.jspecify.annotations.NullMarked;
