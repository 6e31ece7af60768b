/** Reading and checking records of CAT beside other readers of JSON and CSV. */
package io.daisychain.jmh.record;
