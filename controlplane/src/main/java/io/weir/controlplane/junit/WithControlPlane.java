package io.weir.controlplane.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests a real control plane: parameters of type {@link io.weir.controlplane.ControlPlane} of
 * constructors, tests and life cycle methods are filled in.
 *
 * <p>All tests of a JVM share it, as starting one takes seconds; it is started for the first test
 * that asks and ends with the last. {@link NamedCluster} chooses a second API server, {@link
 * FreshNamespace} gives a place that no other test uses.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ControlPlaneExtension.class)
public @interface WithControlPlane {}
