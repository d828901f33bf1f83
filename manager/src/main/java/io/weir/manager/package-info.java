/** The manager process. Controllers are thin: observe, decide in the engine, act, report. */
@NullMarked
package io.weir.manager;

import org.jspecify.annotations.NullMarked;
