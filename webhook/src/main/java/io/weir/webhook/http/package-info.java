/**
 * The ports: reviews over TLS, health in plain text. Bounds, time-outs and errors of HTTP are
 * handled here; what is answered is decided in {@link io.weir.webhook.review} and {@link
 * io.weir.webhook}.
 */
@NullMarked
package io.weir.webhook.http;

import org.jspecify.annotations.NullMarked;
