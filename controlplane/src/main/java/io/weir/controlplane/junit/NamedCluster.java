package io.weir.controlplane.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Chooses one of several API servers for a {@link io.weir.controlplane.ControlPlane} parameter.
 * Each name stands for its own authority, credentials and data, so that a client for the wrong
 * cluster shows at once. Each is started for the first test that asks.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface NamedCluster {
  /** The name, such as {@code workload}: lower case letters, digits and dashes. */
  String value();
}
