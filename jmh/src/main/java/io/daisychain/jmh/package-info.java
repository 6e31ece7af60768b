/**
 * Reading and checking messages beside peers and plain scans.
 *
 * <p>After {@code ./mvnw -q -DskipTests package}, {@code java -jar
 * jmh/target/daisychain-jmh-0.1.0.jar} prints {@link io.daisychain.jmh.EngineComparison}, and
 * {@code java -cp jmh/target/daisychain-jmh-0.1.0.jar org.openjdk.jmh.Main} runs {@link
 * io.daisychain.jmh.CheckBenchmark}, one engine a JVM. Whole stages are measured by {@code
 * ./daisychain bench all}.
 */
package io.daisychain.jmh;
