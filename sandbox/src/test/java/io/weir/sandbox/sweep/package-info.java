/**
 * Whole lifecycles of pools whose manager is cut off, killed or stopped, or whose requests fail,
 * and which end like those of pools whose manager was not interrupted.
 */
package io.weir.sandbox.sweep;
