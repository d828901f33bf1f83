/**
 * AWS in a sandbox. Enter through {@link io.weir.sandbox.cloud.aws.AwsSimulation}. How the
 * simulator behaves does not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud.aws;

import org.jspecify.annotations.NullMarked;
