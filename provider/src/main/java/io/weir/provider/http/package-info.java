/**
 * Calls of JSON HTTP APIs, for clouds without a well-maintained Java SDK. Enter at {@link
 * io.weir.provider.http.JsonApiClient}, or at {@link io.weir.provider.http.JsonHttpClient} where
 * calls are not authenticated. The provider decides what a response means.
 */
@NullMarked
package io.weir.provider.http;

import org.jspecify.annotations.NullMarked;
