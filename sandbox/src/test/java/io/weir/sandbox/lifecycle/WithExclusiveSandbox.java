package io.weir.sandbox.lifecycle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives tests the {@link TestSandbox} while nobody else is on it: they end the manager, or do to
 * the cloud or the workload cluster what all pools feel. One after another.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TestSandboxExtension.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = TestSandbox.LOCK, mode = ResourceAccessMode.READ_WRITE)
public @interface WithExclusiveSandbox {}
