/**
 * What machines know of Azure: the configuration of cloud-provider-azure, in the Secret that
 * bootstrap data reads. Enter at {@link io.weir.provider.azure.cloudconfig.CloudConfigSecret}.
 * Pure.
 */
@NullMarked
package io.weir.provider.azure.cloudconfig;

import org.jspecify.annotations.NullMarked;
