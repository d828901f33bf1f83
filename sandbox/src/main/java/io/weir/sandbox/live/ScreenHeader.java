package io.weir.sandbox.live;

import java.time.Instant;

/**
 * What stands above everything.
 *
 * @param name what the sandbox is called
 * @param versions what runs in it, such as {@code Kubernetes v1.35.4, AWS us-east-1}
 * @param since when it was ready
 * @param hints how it is used
 */
public record ScreenHeader(String name, String versions, Instant since, UsageHints hints) {}
