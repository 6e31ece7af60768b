/**
 * The command line: {@code ./daisychain COMMAND --option=value ...}.
 *
 * <p>Start at {@link io.daisychain.cli.Main}. A command reads its options, opens the store ({@code
 * StoreOptions}), builds a job and runs it ({@code Runs}), and prints its sums; jobs know nothing
 * of options. Results go to standard output, everything else to standard error.
 */
package io.daisychain.cli;
