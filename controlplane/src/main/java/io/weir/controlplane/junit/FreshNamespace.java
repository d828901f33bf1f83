package io.weir.controlplane.junit;

import io.weir.controlplane.ControlPlane;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fills a String parameter with the name of a new namespace. On a test's parameter it lives as long
 * as the test; on one of a constructor or of a method that runs before all tests, as long as the
 * class. Its deletion is begun at the end and not waited for.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface FreshNamespace {
  /** The cluster, as in {@link NamedCluster}. */
  String cluster() default ControlPlane.DEFAULT_NAME;
}
