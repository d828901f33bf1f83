package io.weir.manager.drain;

import io.weir.engine.drain.DrainLimits;
import java.util.function.Supplier;

/**
 * How the Nodes of a pool are drained.
 *
 * @param limits how long anything is waited for
 * @param rules what is done with which Pod, as it is known whenever it is asked for
 */
public record DrainTerms(DrainLimits limits, Supplier<DrainRulesState> rules) {}
