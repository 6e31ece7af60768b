/** Commands that read what is stored and published. */
package io.daisychain.cli.query;
