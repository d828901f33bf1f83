/** AWSMachinePool as launch template and Auto Scaling group. Everything that knows AWS is here. */
@NullMarked
package io.weir.provider.aws;

import org.jspecify.annotations.NullMarked;
