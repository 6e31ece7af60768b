/** Tries what a run on a cluster needs, here and on its workers. */
package io.daisychain.cli.check;
