package io.weir.sandbox.sweep;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The cloud of a {@link LifecycleBaseline} parameter, if it is not AWS. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@interface BaselineOn {
  TestCloudType value();
}
