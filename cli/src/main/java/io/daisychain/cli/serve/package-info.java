/** A process that stays and does commands that others hand to it. */
package io.daisychain.cli.serve;
