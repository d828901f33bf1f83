/**
 * What is made of bytes that others wrote: each test makes a claim about every input, and the
 * fuzzer looks for one that refutes it. Inputs that are kept are beside the tests' names in the
 * resources, and are all that is run unless the profile {@code fuzz} is asked for.
 */
@NullMarked
package io.weir.fuzz;

import org.jspecify.annotations.NullMarked;
