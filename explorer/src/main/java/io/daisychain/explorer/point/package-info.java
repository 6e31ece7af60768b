/** The published events as columns in memory, and the file that keeps them. */
package io.daisychain.explorer.point;
