/** Linking events as they come, by the rules of link runs, over a graph that stays. */
package io.daisychain.linkage.live;
