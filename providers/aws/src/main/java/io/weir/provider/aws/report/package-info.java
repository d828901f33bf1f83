/**
 * What is told on the AWSMachinePool. Pure; enter at {@link
 * io.weir.provider.aws.report.AwsReporter}.
 */
@NullMarked
package io.weir.provider.aws.report;

import org.jspecify.annotations.NullMarked;
