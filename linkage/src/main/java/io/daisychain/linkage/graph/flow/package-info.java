/** What takes numbers of nodes alone: disjoint sets, and the flow of fills to allocations. */
package io.daisychain.linkage.graph.flow;
