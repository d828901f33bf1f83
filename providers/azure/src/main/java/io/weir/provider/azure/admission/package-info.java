/**
 * What is filled in and refused when an Azure kind is written. Enter at {@link
 * io.weir.provider.azure.admission.AzureAdmissions}. Nothing here asks Azure or reads another
 * object: what only the cloud knows, such as what a VM size can do, and what depends on the
 * MachinePool or the AzureCluster, is reported by a condition later.
 */
@NullMarked
package io.weir.provider.azure.admission;

import org.jspecify.annotations.NullMarked;
