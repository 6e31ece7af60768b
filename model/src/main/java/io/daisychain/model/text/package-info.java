/** Text of numbers, times and keys, written into arrays without making objects. */
package io.daisychain.model.text;
