/** What Flink and Spark are told besides Beam's options, and what their clusters say of a job. */
package io.daisychain.cli.runner;
