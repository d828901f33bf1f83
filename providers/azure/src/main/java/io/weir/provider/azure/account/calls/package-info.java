/**
 * What the calls of all parts go through, and what their failures mean. Enter at {@link
 * io.weir.provider.azure.account.calls.AzureSessions}, which gives an {@link
 * io.weir.provider.azure.account.calls.ArmClient} for a scope; codes of errors are sorted in {@link
 * io.weir.provider.azure.account.calls.AzureErrors}. Tokens come from Azure's own library. No
 * resource of Azure is named here but in {@link
 * io.weir.provider.azure.account.calls.AzureCallLimits}: a part says which one it asks.
 */
@NullMarked
package io.weir.provider.azure.account.calls;

import org.jspecify.annotations.NullMarked;
