/** The stages that commands run, and what runs them: runners, progress, forecasts, reports. */
package io.daisychain.cli.job;
