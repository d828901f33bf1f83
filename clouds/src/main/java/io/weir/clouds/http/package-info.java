/**
 * How requests to a simulated cloud are served, whatever cloud it is: {@link
 * io.weir.clouds.http.HttpCloud} is a cloud on the wire, {@link io.weir.clouds.http.RequestHandler}
 * what becomes of a request, {@link io.weir.clouds.http.RestProtocol} the protocol of clouds whose
 * paths name resources. Knows no cloud.
 */
@NullMarked
package io.weir.clouds.http;

import org.jspecify.annotations.NullMarked;
