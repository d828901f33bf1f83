package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.Struct;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One version of a launch template; it never changes. */
public record TemplateVersion(
    long number, Instant created, @Nullable String description, Struct data) {}
