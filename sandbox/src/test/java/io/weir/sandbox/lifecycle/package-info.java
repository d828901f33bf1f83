/** Whole lifecycles of pools on all the real parts, with what may go wrong in them. */
package io.weir.sandbox.lifecycle;
