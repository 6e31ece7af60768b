/**
 * Measurements: reading and checking messages beside peers, and whole stages beside the store.
 *
 * <p>{@code .ci/campaign engines} prints {@link io.daisychain.jmh.engine.EngineComparison}; {@code
 * .ci/campaign jmh} runs {@link io.daisychain.jmh.engine.CheckBenchmark} by JMH, one engine a JVM.
 * {@link io.daisychain.jmh.BenchCommand} is the command {@code ./daisychain bench}, which the
 * launcher builds at its first use.
 */
package io.daisychain.jmh;
