/** What of filled orders goes to which accounts at the end of the day, and what is answered. */
package io.daisychain.datagen.allocation;
