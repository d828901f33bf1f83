/** AWS Systems Manager, as far as it tells images that EKS recommends. */
@NullMarked
package io.weir.clouds.aws.ssm;

import org.jspecify.annotations.NullMarked;
