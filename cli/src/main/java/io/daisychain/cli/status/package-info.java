/** What an operator sees of a process that stays: health, metrics, the page, and what helps. */
package io.daisychain.cli.status;
