/** Options that commands share. */
package io.daisychain.cli.option;
