package io.weir.clouds.http;

import io.weir.clouds.LoopbackServer;
import java.util.function.Supplier;

/**
 * What a call came to.
 *
 * @param response the answer, which may be written after the lock was given back
 * @param wrote whether something was changed
 */
public record Answer(Supplier<LoopbackServer.Response> response, boolean wrote) {}
