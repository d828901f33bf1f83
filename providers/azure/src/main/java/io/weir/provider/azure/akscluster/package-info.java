/**
 * A cluster of AKS itself: what Azure says of it, and what that is to whoever wants to enter it.
 * Pure. Its node pools are in {@code akspool} and {@code asopool}.
 */
@NullMarked
package io.weir.provider.azure.akscluster;

import org.jspecify.annotations.NullMarked;
