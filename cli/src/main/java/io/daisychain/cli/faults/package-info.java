/** What a firm still has to mend, from what is published and from the last feedback. */
package io.daisychain.cli.faults;
