/** Messages at the ports of watch: how long each waits for its answer. */
package io.daisychain.jmh.latency;
