/**
 * Whole lives of pools whose manager is cut off, killed, stormed at or stopped, and which end like
 * those of pools whose manager was left in peace.
 */
package io.weir.sandbox.sweep;
