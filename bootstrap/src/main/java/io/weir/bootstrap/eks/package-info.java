/**
 * What a worker of an EKS cluster runs at first boot: the bootstrap script of Amazon Linux 2 as an
 * EKSConfig asks for it, nodeadm of Amazon Linux 2023 as a NodeadmConfig does. Enter with {@link
 * io.weir.bootstrap.eks.EksDataRenderer}. Machines join with their IAM role, so there is no token.
 */
@NullMarked
package io.weir.bootstrap.eks;

import org.jspecify.annotations.NullMarked;
