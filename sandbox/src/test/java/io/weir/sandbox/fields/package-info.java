/**
 * The properties of the kinds that Weir serves, as their schemas have them, and values for each.
 */
package io.weir.sandbox.fields;
