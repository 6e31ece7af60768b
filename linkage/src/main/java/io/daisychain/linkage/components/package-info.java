/**
 * Finds which components of different partitions are one lifecycle: a distributed algorithm of a
 * bounded number of rounds, no step of which holds the graph.
 *
 * <p>Start at {@link io.daisychain.linkage.components.UniteComponents}. {@link
 * io.daisychain.linkage.components.ComponentEdge}s go in; each partition reads of its components
 * what comes out as a {@link io.daisychain.linkage.components.ComponentAssignment}.
 */
package io.daisychain.linkage.components;
