/** A provider that is none of Weir's modules, on all the real parts. */
package io.weir.sandbox.external;
