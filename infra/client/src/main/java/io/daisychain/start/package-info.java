/**
 * Warm start: workers come up and wait, and the job begins when a message says so.
 *
 * <p>Autoscaling brings workers in steps while a job runs; a sized job of minutes is over before it
 * has them all.
 */
package io.daisychain.start;
