/** The command marketdata. */
package io.daisychain.cli.market;
