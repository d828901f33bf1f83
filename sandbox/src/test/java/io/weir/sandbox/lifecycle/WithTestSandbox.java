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
 * Gives tests the {@link TestSandbox}, which they share with others at the same time: each keeps to
 * pools of its own, and lets the manager, the cloud and the clusters of others alone.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TestSandboxExtension.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = TestSandbox.LOCK, mode = ResourceAccessMode.READ)
public @interface WithTestSandbox {}
