/**
 * Benchmarks of the inner loops, beside a peer or a physical limit.
 *
 * <p>Run them with {@code ./mvnw -q -DskipTests package} and {@code java -cp
 * "jmh/target/daisychain-jmh-0.1.0.jar:jmh/target/lib/*" org.openjdk.jmh.Main}. Whole stages are
 * measured by {@code ./daisychain bench all}.
 */
package io.daisychain.jmh;
