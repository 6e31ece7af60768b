/**
 * What is printed, asked and logged: lines, progress, errors with their causes, secrets left out.
 */
package io.daisychain.cli.terminal;
