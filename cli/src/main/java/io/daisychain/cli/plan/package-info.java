/**
 * How large a cluster must be, and how long it takes: the jobs simulated piece by piece from what
 * an event costs, and the paper's runs beside it.
 */
package io.daisychain.cli.plan;
