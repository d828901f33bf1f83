/** Security Token Service: roles that others assume. */
@NullMarked
package io.weir.clouds.aws.sts;

import org.jspecify.annotations.NullMarked;
