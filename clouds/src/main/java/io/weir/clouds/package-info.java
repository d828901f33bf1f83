/**
 * Simulated clouds on the wire. Imports nothing of Weir: a simulator that shares code with a
 * provider would share its mistakes.
 */
@NullMarked
package io.weir.clouds;

import org.jspecify.annotations.NullMarked;
