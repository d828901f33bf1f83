package io.weir.sandbox.sweep;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Where the {@link LifecycleBaseline} life of a parameter was lived, if not on AWS. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@interface BaselineCloud {
  TestCloudType value();
}
